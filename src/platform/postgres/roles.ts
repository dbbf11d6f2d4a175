/** The role of the application: it owns its database and nothing else on the server. */
export const owner = 'paddock';
export const database = 'paddock';
/** The role created by initdb. It has no password and no line in pg_hba.conf, so it is available in single-user mode only. */
export const superuser = 'postgres';

/** No other connections: no superuser, no other roles, no other machines. */
export const hostRules = `# Written at every start. Only the role of the application may connect, from this machine, with its password.
host all ${owner} 127.0.0.1/32 scram-sha-256
`;

interface RoleChoice {
  readonly password: string;
  /** for tests and benchmarks: may create databases, and load generated rows without checks */
  readonly forTools: boolean;
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
/** Single-user mode requires one statement per line. */
const oneLine = (text: string) => `${text.replace(/(?<!\s)\s*\n\s*/g, ' ').trim()}\n`;

const roleOptions = ({ password, forTools }: RoleChoice) =>
  `login nosuperuser nocreaterole noreplication nobypassrls
  ${forTools ? 'createdb' : 'nocreatedb'} password ${literal(password)}`;

const toolRights = ({ forTools }: RoleChoice) =>
  forTools ? oneLine(`grant set on parameter session_replication_role to ${owner}`) : '';

/** Statements for a fresh cluster, in single-user mode on the database "postgres". */
export const newRoles = (choice: RoleChoice): string =>
  oneLine(`create role ${owner} ${roleOptions(choice)}`) +
  toolRights(choice) +
  oneLine(`create database ${database} owner ${owner}`);

/** Objects of the application, as `alter` names them, with their owner. Those of extensions stay with the superuser. */
const ownedObjects = `
  with extension_part as (select classid, objid from pg_depend where deptype = 'e'),
  space as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
  object (kind, name, class, id, owner) as (
    select 'schema', quote_ident(nspname), 'pg_namespace'::regclass, s.oid, n.nspowner
      from space s join pg_namespace n using (oid, nspname) where nspname <> 'public'
    union all select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        else 'table' end, c.oid::regclass::text, 'pg_class'::regclass, c.oid, relowner
      from pg_class c join space s on s.oid = relnamespace where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
        and relkind = 'S' and d.deptype in ('a', 'i'))
    union all select 'routine', p.oid::regprocedure::text, 'pg_proc'::regclass, p.oid, proowner
      from pg_proc p join space s on s.oid = pronamespace
    union all select 'type', t.oid::regtype::text, 'pg_type'::regclass, t.oid, typowner
      from pg_type t join space s on s.oid = typnamespace where typtype in ('d', 'e')
  )
  select kind, name from object
  where owner = (select oid from pg_roles where rolname = '${superuser}')
  and not exists (select from extension_part where classid = class and objid = id)`;

/**
 * Statements that convert a cluster whose application was its superuser into the current form, in single-user mode on the
 * application's database. The change itself is one transaction, and repeating it does nothing.
 */
export function demotedRole(choice: RoleChoice): string {
  const swap = `do $$
    declare object record;
    begin
      if (select rolsuper from pg_roles where rolname = '${owner}') then
        create role former_superuser superuser;
        set session authorization former_superuser;
        alter role ${owner} rename to ${superuser};
        alter role ${superuser} password null;
        create role ${owner} ${roleOptions(choice)};
        alter database ${database} owner to ${owner};
        for object in ${ownedObjects} loop
          execute format('alter %s %s owner to ${owner}', object.kind, object.name);
        end loop;
      end if;
    end $$`;
  const steps = [
    'set log_min_error_statement = panic', // the password stays out of the log
    swap,
    'reset session authorization',
    'drop role if exists former_superuser',
  ];
  return steps.map(oneLine).join('') + toolRights(choice) + oneLine(rolesReport);
}

/** Printed by the report if the application's role is correct. */
export const rolesAreReady = 'roles are ready';
const rolesReport = `select 'roles are ' || 'ready' as report from pg_roles where rolname = '${owner}' and not rolsuper`;
