import { Client } from 'pg'
import type { Limits } from './connect'

/**
 * Sets the limits of requests on their database role, for all sessions that the role starts in this database from now
 * on. Poolers refuse them as start-up parameters, and in transaction mode clients share sessions, so the limits can't
 * be set on a session.
 * @throws if the role of `url` may not change the role of `poolerUrl`
 */
export async function limitRole(
  { url, poolerUrl }: { url: string; poolerUrl: string },
  { statementMs = 0, lockMs = 0, idleInTransactionMs = 0 }: Limits,
): Promise<void> {
  const role = decodeURIComponent(new URL(poolerUrl).username)
  const settings = {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  }
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Without this lock, processes that start together would insert the same row into PostgreSQL's catalog, and one
    // would fail. The lock ends with the connection.
    await client.query(`select pg_advisory_lock(hashtextextended('back-to-back limits of a role', 0))`)
    const { rows } = await client.query<{ statement: string }>(
      `select format('alter role %I in database %I set %I = %L', coalesce(nullif($1, ''), current_user), current_database(), x.name, x.value)
        as statement
      from json_each_text($2::json) x(name, value)
      where x.name || '=' || x.value <> all (coalesce((
        select s.setconfig from pg_db_role_setting s join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
        where r.rolname = coalesce(nullif($1, ''), current_user) and d.datname = current_database()), '{}'))`,
      [role, JSON.stringify(settings)],
    )
    for (const { statement } of rows) await client.query(statement)
  } finally {
    await client.end()
  }
}
