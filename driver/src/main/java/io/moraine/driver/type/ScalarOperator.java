package io.moraine.driver.type;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/** A function implemented by a static method on the engine's own representation of values. */
final class ScalarOperator extends SqlUserDefinedFunction {
  /** Whether a call with constant arguments may be evaluated once, when the query is planned. */
  enum Folding {
    /** It may. */
    FOLDED,
    /** It must not: the result changes, or is a timestamp, which a literal cannot hold. */
    NOT_FOLDED
  }

  private final Folding folding;
  private final List<Class<?>> parameters;

  private ScalarOperator(
      String name,
      SqlReturnTypeInference result,
      SqlOperandTypeChecker operands,
      Function function,
      SqlSyntax syntax,
      Folding folding,
      List<Class<?>> parameters) {
    super(
        new SqlIdentifier(name, SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        result,
        InferTypes.FIRST_KNOWN,
        new Operands(operands),
        function,
        syntax);
    this.folding = folding;
    this.parameters = parameters;
  }

  /** An operator of a method of {@link Functions} or {@link CastFunctions}, found by its name. */
  static ScalarOperator of(
      String name,
      Class<?> owner,
      String method,
      SqlReturnTypeInference result,
      SqlOperandTypeChecker operands,
      Folding folding) {
    Method implementation = method(owner, method);
    return new ScalarOperator(
        name,
        result,
        operands,
        ScalarFunctionImpl.create(implementation),
        SqlSyntax.FUNCTION,
        folding,
        List.of(implementation.getParameterTypes()));
  }

  /** An operator whose method takes the {@code DataContext} and nothing else. */
  static ScalarOperator ofContext(
      String name,
      Class<?> owner,
      String method,
      SqlReturnTypeInference result,
      SqlOperandTypeChecker operands,
      SqlSyntax syntax) {
    return new ScalarOperator(
        name,
        result,
        operands,
        new ContextFunction(method(owner, method)),
        syntax,
        Folding.NOT_FOLDED,
        List.of());
  }

  /** An operator of literals that gives any type, and fails when it is computed. */
  static ScalarOperator ofFailure(String name, Class<?> owner, String method) {
    return new ScalarOperator(
        name,
        ReturnTypes.ARG0,
        OperandTypes.VARIADIC,
        new FailingFunction(method(owner, method)),
        SqlSyntax.FUNCTION,
        Folding.NOT_FOLDED,
        List.of());
  }

  private static Method method(Class<?> owner, String name) {
    return Arrays.stream(owner.getMethods())
        .filter(each -> each.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(owner + " has no method " + name));
  }

  /** The classes of the method's parameters, the context left out. */
  List<Class<?>> parameters() {
    return parameters;
  }

  @Override
  public boolean isDynamicFunction() {
    return folding == Folding.NOT_FOLDED;
  }

  /** A checker in the form that functions ask for. It tells no names: arguments have none. */
  private record Operands(SqlOperandTypeChecker checker) implements SqlOperandMetadata {
    @Override
    public List<RelDataType> paramTypes(RelDataTypeFactory types) {
      return List.of();
    }

    @Override
    public List<String> paramNames() {
      return List.of();
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
      return checker.checkOperandTypes(binding, throwOnFailure);
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
      return checker.getOperandCountRange();
    }

    @Override
    public String getAllowedSignatures(SqlOperator operator, String name) {
      return checker.getAllowedSignatures(operator, name);
    }
  }

  private record ContextFunction(Method method) implements ScalarFunction, ImplementableFunction {
    @Override
    public CallImplementor getImplementor() {
      return (translator, call, nullAs) ->
          nullAs.handle(Expressions.call(method, translator.getRoot()));
    }

    @Override
    public RelDataType getReturnType(RelDataTypeFactory types) {
      return types.createJavaType(method.getReturnType());
    }

    @Override
    public List<FunctionParameter> getParameters() {
      return List.of();
    }
  }

  private record FailingFunction(Method method) implements ScalarFunction, ImplementableFunction {
    @Override
    public CallImplementor getImplementor() {
      return (translator, call, nullAs) ->
          EnumUtils.convert(
              Expressions.call(method, translator.translateList(call.getOperands())),
              MoraineTypeFactory.INSTANCE.getJavaClass(call.getType()));
    }

    @Override
    public RelDataType getReturnType(RelDataTypeFactory types) {
      return types.createJavaType(method.getReturnType());
    }

    @Override
    public List<FunctionParameter> getParameters() {
      return List.of();
    }
  }
}
