<#-- What DuckDB's SQL has and Calcite's template lacks. Calls made here by name are resolved by
     io.moraine.driver.parser or by the validator's operator table. -->

/** EXPLAIN or EXPLAIN ANALYZE in front of a query, without PLAN FOR. Both give the same tree. */
SqlNode ExplainQuery() :
{
    final SqlNode query;
    final Span s;
}
{
    LOOKAHEAD({ getToken(1).kind == EXPLAIN && getToken(2).kind != PLAN })
    <EXPLAIN> { s = span(); }
    [ <ANALYZE> ]
    (
        LOOKAHEAD({ WithVerb.isWrite(this) })
        query = WithWrite()
    |
        query = SqlQueryOrDml()
    ) {
        return new SqlExplain(s.end(this), query,
            SqlExplainLevel.EXPPLAN_ATTRIBUTES.symbol(SqlParserPos.ZERO),
            SqlExplain.Depth.PHYSICAL.symbol(SqlParserPos.ZERO),
            SqlExplainFormat.TEXT.symbol(SqlParserPos.ZERO),
            nDynamicParams);
    }
}

/** INSERT, UPDATE or DELETE behind a WITH, as a call WITH(items, statement). */
SqlNode WithWrite() :
{
    final SqlNodeList items;
    final SqlNode write;
}
{
    LOOKAHEAD({ WithVerb.isWrite(this) })
    items = WithList()
    (
        write = SqlInsert()
    |
        write = SqlUpdate()
    |
        write = SqlDelete()
    ) {
        return new SqlSpecialOperator("WITH", SqlKind.OTHER).createCall(
            items.getParserPosition(), items, write);
    }
}

/** UPDATE with a FROM, as a call UPDATE FROM(update, from). */
JAVACODE SqlNode updateFrom(SqlUpdate update, SqlNode from) {
    return from == null
        ? update
        : new SqlSpecialOperator("UPDATE FROM", SqlKind.OTHER).createCall(
            update.getParserPosition(), update, from);
}

/** AT (VERSION => expression) or AT (TIMESTAMP => expression) after a table's name. */
SqlSnapshot AtSnapshot(SqlNode tableRef) :
{
    final Span s;
    final String name;
    final SqlNode e;
}
{
    <AT> { s = span(); } <LPAREN>
    ( <VERSION> { name = "AT_VERSION"; } | <TIMESTAMP> { name = "AT_TIMESTAMP"; } )
    <NAMED_ARGUMENT_ASSIGNMENT>
    e = Expression(ExprContext.ACCEPT_NON_QUERY)
    <RPAREN> {
        return new SqlSnapshot(s.end(this), tableRef,
            callByName(name, s.end(this), ImmutableList.of(e)));
    }
}

/** [NOT] MATERIALIZED between AS and the query of a WITH item. It changes nothing. */
void Materialized() :
{
}
{
    <MATERIALIZED>
|
    <NOT> <MATERIALIZED>
}

/** The keys of DISTINCT ON; null if there are none. */
SqlNodeList DistinctOn() :
{
    final SqlNodeList keys;
}
{
    <ON> keys = ParenthesizedQueryOrCommaList(ExprContext.ACCEPT_SUB_QUERY) { return keys; }
}

/** The arrow between the name and the value of an argument. */
void ArgumentAssignment() :
{
}
{
    <NAMED_ARGUMENT_ASSIGNMENT>
|
    <COLON_EQUALS>
}

/** value::type. */
void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlDataTypeSpec type;
}
{
    <INFIX_CAST> { checkNonQueryExpression(exprContext); s.clear().add(this); }
    type = DataType() {
        list.add(new SqlParserUtil.ToTreeListItem(SqlLibraryOperators.INFIX_CAST, s.pos()));
        list.add(type);
    }
}

/** dividend // divisor. */
void IntegerDivide(List<Object> list, ExprContext exprContext, Span s) :
{
}
{
    <INTEGER_DIVIDE> {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(integerDivide(), getPos()));
    }
    AddExpression2b(list, ExprContext.ACCEPT_SUB_QUERY)
}

JAVACODE SqlBinaryOperator integerDivide() {
    final SqlBinaryOperator divide = SqlStdOperatorTable.DIVIDE;
    return new SqlBinaryOperator("//", SqlKind.OTHER, divide.getLeftPrec(), true,
        divide.getReturnTypeInference(), divide.getOperandTypeInference(),
        divide.getOperandTypeChecker());
}

/** {'key': value, key: value}, as a call STRUCT_PACK('key', value, 'key', value). */
SqlNode StructLiteral() :
{
    final Span s;
    final List<SqlNode> list = new ArrayList<SqlNode>();
}
{
    <LBRACE> { s = span(); }
    AddStructEntry(list)
    ( <COMMA> AddStructEntry(list) )*
    <RBRACE> { return callByName("STRUCT_PACK", s.end(this), list); }
}

void AddStructEntry(List<SqlNode> list) :
{
    final SqlNode key;
    final SqlIdentifier name;
    final SqlNode value;
}
{
    (
        key = StringLiteral() { list.add(key); }
    |
        name = SimpleIdentifier() {
            list.add(SqlLiteral.createCharString(name.getSimple(), name.getParserPosition()));
        }
    )
    <COLON>
    value = Expression(ExprContext.ACCEPT_SUB_QUERY) { list.add(value); }
}

/** [value, value]. */
SqlNode ListLiteral() :
{
    final Span s;
    final SqlNodeList values;
}
{
    <LBRACKET> { s = span(); }
    (
        values = ExpressionCommaList(s, ExprContext.ACCEPT_SUB_QUERY)
    |
        { values = SqlNodeList.EMPTY; }
    )
    <RBRACKET> {
        return SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR.createCall(
            s.end(this), values.getList());
    }
}

/** TIMESTAMPTZ 'text'. */
SqlNode TimestampTzLiteral() :
{
    final Span s;
    final String text;
}
{
    <TIMESTAMPTZ> { s = span(); } text = SimpleStringLiteral() {
        return SqlLiteral.createUnknown("TIMESTAMP WITH TIME ZONE", text, s.end(this));
    }
}

/** UUID(), whose name is a reserved word. */
SqlNode NewUuidCall() :
{
    final Span s;
}
{
    <UUID> { s = span(); } <LPAREN> <RPAREN> {
        return callByName("UUID", s.end(this), ImmutableList.<SqlNode>of());
    }
}

JAVACODE SqlCall callByName(String name, SqlParserPos pos, List<SqlNode> operands) {
    return createCall(new SqlIdentifier(name, pos), pos,
        SqlFunctionCategory.USER_DEFINED_FUNCTION, null, operands);
}
