import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';

/**
 * Everything that PostgreSQL knows about the schema, one line per property, as `pg_dump` would write it: tables, partitions and their
 * bounds, columns in their order with types, defaults, storage and statistics targets, constraints, indexes, triggers, functions,
 * sequences and their owners, extensions, comments, privileges, and the number of all other objects.
 */
export async function schemaOf(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with here as (select current_schema()::regnamespace as oid),
    extra as (select classid, objid from pg_depend where deptype = 'e'),
    rel as (
      select c.*, c.relname::text as name from pg_class c, here
      where c.relnamespace = here.oid and ('pg_class'::regclass, c.oid) not in (select classid, objid from extra)
    )
    select concat_ws(' ', 'relation', name, relkind, relpersistence, relreplident, relrowsecurity, relforcerowsecurity,
      pg_get_userbyid(relowner), relacl::text, reloptions::text, reltablespace,
      (select amname from pg_am where oid = relam),
      case when relkind = 'p' then pg_get_partkeydef(oid) end, pg_get_expr(relpartbound, oid),
      (select 'of ' || string_agg(inhparent::regclass::text, ', ' order by inhseqno) from pg_inherits where inhrelid = rel.oid)) as line
    from rel
    union all
    select concat_ws(' ', 'column', name, row_number() over (partition by a.attrelid order by a.attnum), quote_ident(attname),
      format_type(atttypid, atttypmod), case when attnotnull then 'not null' end, attidentity, attgenerated, attstorage,
      attcompression, attstattarget, attcollation::regcollation, attacl::text, attoptions::text, attislocal, attinhcount,
      pg_get_expr(d.adbin, d.adrelid))
    from rel join pg_attribute a on a.attrelid = rel.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    union all
    select concat_ws(' ', 'constraint', name, k.conname, pg_get_constraintdef(k.oid), k.convalidated, k.conislocal, k.coninhcount)
    from rel join pg_constraint k on k.conrelid = rel.oid
    left join pg_constraint up on up.oid = k.conparentid
    where up.conrelid is distinct from k.conrelid -- the others check the referenced side of a partition and have no names of their own
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid), indisvalid, indisclustered, indisreplident)
    from rel join pg_index i on i.indexrelid = rel.oid
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled, tgparentid <> 0)
    from rel join pg_trigger t on t.tgrelid = rel.oid and not tgisinternal
    union all
    select concat_ws(' ', 'function', pg_get_functiondef(p.oid), pg_get_userbyid(proowner), proacl::text)
    from pg_proc p, here where pronamespace = here.oid and prokind <> 'a'
    and ('pg_proc'::regclass, p.oid) not in (select classid, objid from extra)
    union all
    select concat_ws(' ', 'sequence', name, format_type(seqtypid, null), seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
      (select refobjid::regclass || '.' || refobjsubid from pg_depend
        where classid = 'pg_class'::regclass and objid = rel.oid and deptype in ('a', 'i') and refobjsubid > 0))
    from rel join pg_sequence s on s.seqrelid = rel.oid
    union all
    select concat_ws(' ', 'rule', pg_get_ruledef(r.oid)) from rel join pg_rewrite r on r.ev_class = rel.oid
    union all
    select concat_ws(' ', 'policy', name, polname, polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    from rel join pg_policy on polrelid = rel.oid
    union all
    select concat_ws(' ', 'extension', extname, extversion, extnamespace::regnamespace) from pg_extension
    union all
    select concat_ws(' ', 'comment', classoid::regclass, name, objsubid, description)
    from rel join pg_description on objoid = rel.oid
    union all
    select concat_ws(' ', 'schema', nspname, pg_get_userbyid(nspowner), nspacl::text) from pg_namespace join here using (oid)
    union all
    select concat_ws(' ', 'other', d.classid::regclass, count(*)) from pg_depend d, here
    where d.refclassid = 'pg_namespace'::regclass and d.refobjid = here.oid and d.deptype = 'n'
    and (d.classid, d.objid) not in (select classid, objid from extra)
    group by d.classid
    union all
    select concat_ws(' ', 'outside', (select count(*) from pg_event_trigger), (select count(*) from pg_publication),
      (select count(*) from pg_default_acl), (select count(*) from pg_statistic_ext))`.execute(db);
  return rows.map(({ line }) => line).sort();
}
