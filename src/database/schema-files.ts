const tableTexts = groupTextsByName(
  import.meta.glob<string>('./schema/*.sql', { query: '?raw', import: 'default', eager: true }),
)
const functions = groupTextsByName(
  import.meta.glob<string>('./functions/*.sql', { query: '?raw', import: 'default', eager: true }),
)
const migrations = groupTextsByName(
  import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true }),
)

/**
 * The files of `schema/` in the order in which a new database runs them, each with the feature it belongs to. A table comes
 * after the tables it references.
 */
export const tableFiles = [
  { feature: 'database', name: 'extensions' },
  { feature: 'identity', name: 'accounts' },
  { feature: 'identity', name: 'sessions' },
  { feature: 'identity', name: 'one-time-tokens' },
  { feature: 'identity', name: 'providers' },
  { feature: 'identity', name: 'factors' },
  { feature: 'identity', name: 'security-events' },
  { feature: 'api-keys', name: 'api-keys' },
  { feature: 'account', name: 'data-exports' },
  { feature: 'members', name: 'profiles' },
  { feature: 'members', name: 'media-removals' },
  { feature: 'settings', name: 'settings' },
  { feature: 'invitations', name: 'invitations' },
  { feature: 'notifications', name: 'notifications' },
  { feature: 'payees', name: 'payees' },
  { feature: 'network', name: 'network' },
  { feature: 'events', name: 'events' },
  { feature: 'bookings', name: 'bookings' },
  { feature: 'events', name: 'line-up' },
  { feature: 'ledger', name: 'ledger' },
  { feature: 'orders', name: 'ticket-types' },
  { feature: 'orders', name: 'orders' },
  { feature: 'orders', name: 'payments' },
  { feature: 'tickets', name: 'tickets' },
  { feature: 'invoices', name: 'invoices' },
  { feature: 'settlements', name: 'settlements' },
  { feature: 'tickets', name: 'waitlist' },
  { feature: 'check-in', name: 'check-in' },
  { feature: 'tickets', name: 'holder-messages' },
  { feature: 'chat', name: 'chat' },
  { feature: 'chat', name: 'moderation' },
  { feature: 'webhooks', name: 'webhooks' },
  { feature: 'administration', name: 'audit-log' },
] as const

/** The name in schema_changes for the schema itself. */
export const BASELINE = 'baseline'

/** The SQL files that define a database, by name. */
export interface SchemaFiles {
  /** Run once, in this order, by a new database. */
  tables: Record<string, string>
  /** One function per file. The file has the name of the function. */
  functions: Record<string, string>
  /** Run once, in the order of their names, on a database that an earlier release created. */
  migrations: Record<string, string>
}

export const productSchema: SchemaFiles = { tables: orderTables(tableTexts), functions, migrations }

/** @throws when a file of `schema/` is missing from `tableFiles`, or the reverse. */
export function orderTables(texts: Record<string, string>): Record<string, string> {
  const names = tableFiles.map(({ name }) => name as string)
  const stray = Object.keys(texts).filter((name) => !names.includes(name))
  if (stray.length > 0)
    throw new Error(`Add ${stray.join(', ')} to the list in src/database/schema-files.ts.`)
  return Object.fromEntries(
    names.map((name) => {
      const text = texts[name]
      if (text === undefined) throw new Error(`src/database/schema/${name}.sql is missing.`)
      return [name, text]
    }),
  )
}

/**
 * Returns the last migration that older code must have to work after this one, or null when only newer code does. A
 * migration states it in its first line: `-- safe since: 0001_prices`, or `-- safe since: baseline` for all releases.
 * @throws when the line names no earlier migration.
 */
export function readSafeSince(name: string, migrations: Record<string, string>): string | null {
  const [, safeSince] = /^-- safe since:\s*(.*?)\s*$/imu.exec(migrations[name]?.split('\n')[0] ?? '') ?? []
  if (safeSince === undefined) return null
  if (safeSince === BASELINE || (safeSince < name && safeSince in migrations)) return safeSince
  throw new Error(
    `migrations/${name}.sql: "safe since" must be ${BASELINE} or the name of an earlier migration.`,
  )
}

function groupTextsByName(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path.slice(path.lastIndexOf('/') + 1, -'.sql'.length),
      text,
    ]),
  )
}
