import { Client } from 'pg'

const notOfAnExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** Tables that migrate() uses for itself. */
const ownTables = `'schema_changes', 'schema_functions'`
const tables = `(select * from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
  and relname not in (${ownTables})) c`

/** Each query returns lines of text. The order of columns is ignored, because a migration can only append columns. */
const queries = {
  extension: `select extname || ' ' || extversion from pg_extension`,
  table: `select concat_ws(' ', relkind, relname, relpersistence, reloptions, relacl, relrowsecurity, pg_get_viewdef(c.oid)) from ${tables}`,
  column: `select concat_ws(' ', relname || '.' || attname, format_type(atttypid, atttypmod), attcollation::regcollation,
      case when attnotnull then 'not null' end, 'identity', attidentity, 'generated', attgenerated, 'storage', attstorage,
      'compression', attcompression, attoptions, attacl, pg_get_expr(adbin, adrelid))
    from ${tables} join pg_attribute on attrelid = c.oid left join pg_attrdef on adrelid = c.oid and adnum = attnum
    where attnum > 0 and not attisdropped`,
  constraint: `select concat_ws(' ', relname, conname, contype, pg_get_constraintdef(k.oid), convalidated, condeferrable, condeferred)
    from ${tables} join pg_constraint k on conrelid = c.oid`,
  index: `select concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisunique, indisprimary) from ${tables} join pg_index on indrelid = c.oid`,
  trigger: `select concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled) from ${tables} join pg_trigger t on tgrelid = c.oid where not tgisinternal`,
  function: `select concat_ws(' ', p.oid::regprocedure, pg_get_function_arguments(p.oid), 'returns', pg_get_function_result(p.oid), lanname, provolatile,
      proisstrict, proparallel, prosecdef, proleakproof, proretset, procost, prorows, proconfig, proacl,
      regexp_replace(regexp_replace(prosrc, '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g'))
    from pg_proc p join pg_language l on l.oid = prolang where pronamespace = 'public'::regnamespace and ${notOfAnExtension('pg_proc', 'p.oid')}`,
  sequence: `select concat_ws(' ', seqrelid::regclass, format_type(seqtypid, null), seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle)
    from pg_sequence`,
  type: `select concat_ws(' ', typname, typtype, format_type(typbasetype, typtypmod), (select array_agg(enumlabel order by enumsortorder) from pg_enum
      where enumtypid = t.oid)) from pg_type t left join pg_class c on c.oid = typrelid
    where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r', 'c') and coalesce(relkind, 'c') = 'c' and ${notOfAnExtension('pg_type', 't.oid')}`,
  comment: `select concat_ws(' ', pg_describe_object(classoid, objoid, objsubid), description) from pg_description
    where pg_describe_object(classoid, objoid, objsubid) ~ '(table|column|function|index|constraint|trigger)' and objoid >= 16384
      and not exists (select from pg_depend d where d.classid = classoid and d.objid = objoid and d.deptype = 'e')`,
  other: `select 'rule ' || rulename from pg_rules where schemaname = 'public' union all select 'policy ' || polname from pg_policy
    union all select 'statistics ' || stxname from pg_statistic_ext union all select 'schema ' || nspname || coalesce(nspacl::text, '')
    from pg_namespace where nspname !~ '^pg_' union all select 'default ' || defaclacl::text from pg_default_acl
    union all select 'event trigger ' || evtname from pg_event_trigger`,
}

/** Returns a sorted line for each of the product's objects in the catalogs. */
export async function describeSchema(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const lines: string[] = []
    for (const [kind, query] of Object.entries(queries)) {
      const { rows } = await client.query<[string]>({ text: query, rowMode: 'array' })
      lines.push(...rows.map(([line]) => `${kind} ${line}`))
    }
    return lines.toSorted()
  } finally {
    await client.end()
  }
}
