import io.moraine.api.Catalog;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CommitMessage;
import io.moraine.model.NameMap;
import io.moraine.model.NewColumn;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewLake;
import io.moraine.model.NewTable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Makes the Parquet files of a folder a table of a lake, as they are: nothing is copied. Creates
 * the lake, and the table, if they are not there. A file that is registered twice counts twice.
 *
 * <p>Arguments: the lake's folder, the folder of the files, the table, its columns as name:type.
 */
public final class RegisterFiles {
  public static void main(String... arguments) throws IOException {
    Path folder = Path.of(arguments[1]).toAbsolutePath();
    String name = arguments[2];
    NewColumn[] columns =
        Stream.of(arguments).skip(3).map(RegisterFiles::column).toArray(NewColumn[]::new);
    List<NewDataFile> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.parquet")) {
      for (Path file : found) {
        ParquetFooter end = ParquetFooter.of(file);
        files.add(
            NewDataFile.of(file.toString(), false, end.rows(), Files.size(file), end.bytes()));
      }
    }
    try (Catalog catalog = Catalog.open(lake(arguments[0], folder))) {
      catalog.commit(
          changes -> {
            changes.describe(CommitMessage.of("RegisterFiles", files.size() + " of " + folder));
            OptionalLong known = changes.findTable(0, name);
            long table = known.orElseGet(() -> changes.createTable(0, NewTable.of(name, columns)));
            List<NameMap.Entry> names = new ArrayList<>();
            for (NewColumn column : columns) {
              long id = changes.findColumn(table, column.name()).orElseThrow();
              names.add(NameMap.Entry.of(column.name(), id));
            }
            long map = changes.addNameMap(table, new NameMap(names));
            return changes.addDataFiles(
                table, files.stream().map(file -> file.withNameMap(map)).toList());
          });
    }
  }

  private static CatalogOptions lake(String location, Path data) {
    CatalogOptions lake = CatalogOptions.of(location);
    if (Files.notExists(Path.of(location))) {
      Catalog.create(lake, new NewLake(Optional.of(data.toString()), false));
    }
    return lake;
  }

  private static NewColumn column(String argument) {
    String[] nameAndType = argument.split(":", 2);
    return NewColumn.of(nameAndType[0], nameAndType[1]);
  }
}
