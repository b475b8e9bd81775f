package io.moraine.driver.metadata;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The names and versions of driver and product. */
public final class Identity {
  /** The one catalog that a connection sees. */
  public static final String CATALOG = "moraine";

  /** The product's name. */
  public static final String PRODUCT = "Moraine";

  /** The driver's name. */
  public static final String DRIVER = "Moraine JDBC Driver";

  /** The version that the build gave, such as {@code 0.1.0}. */
  public static final String VERSION = readVersion();

  private Identity() {}

  /** The first number of the version. */
  public static int majorVersion() {
    return number(0);
  }

  /** The second number of the version. */
  public static int minorVersion() {
    return number(1);
  }

  private static int number(int index) {
    return Integer.parseInt(VERSION.split("[.-]", -1)[index]);
  }

  private static String readVersion() {
    Properties properties = new Properties();
    try (InputStream stream = Identity.class.getResourceAsStream("version.properties")) {
      if (stream == null) {
        throw new IllegalStateException("the driver's jar lacks version.properties");
      }
      properties.load(stream);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
