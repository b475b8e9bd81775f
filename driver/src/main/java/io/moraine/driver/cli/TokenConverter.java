package io.moraine.driver.cli;

import io.moraine.model.CatalogException;
import io.moraine.model.CommitToken;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the tokens of commits. */
final class TokenConverter implements ITypeConverter<CommitToken> {
  @Override
  public CommitToken convert(String value) {
    try {
      return CommitToken.parse(value);
    } catch (CatalogException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
