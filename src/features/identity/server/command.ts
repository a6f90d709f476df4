import { parseArgs } from 'node:util'
import type { Database } from '~/database/connect'
import { openDatabase } from '~/database/open-database'
import { isId } from '~/lib/ids'
import { readConfiguration } from '~/platform/config/configuration'
import { readSecret } from '~/platform/config/secret'
import { createLog } from '~/platform/log/log'
import { createServiceToken, listServiceTokens, revokeServiceToken } from './tokens/service-token'
import { rotateSigningKey } from './tokens/signing-keys'

const USAGE = 'Usage: npm run service-token -- create "what it is for", -- list, or -- revoke ID'

/**
 * Manages signing keys and service tokens in the configured database; the server must not be running if the database is
 * the built-in one. Returns the lines to print.
 * @throws Error with a message for the operator
 */
export async function runIdentityCommand(argv: readonly string[]): Promise<string[]> {
  const [command, ...rest] = argv
  const config = readConfiguration(process.env)
  const { db, close } = await openDatabase(config, {
    log: createLog({ level: config.logLevel }),
    poolSize: 2,
  })
  try {
    if (command === 'rotate-keys') return await rotateKeys(db, { secret: readSecret(config), rest })
    return await handleServiceTokens(db, rest)
  } finally {
    await close()
  }
}

async function rotateKeys(
  db: Database,
  { secret, rest }: { secret: string; rest: readonly string[] },
): Promise<string[]> {
  const { values } = parseArgs({ args: [...rest], options: { now: { type: 'boolean', default: false } } })
  const { id, signsFrom } = await rotateSigningKey(db, { secret, now: new Date(), isImmediate: values.now })
  return values.now
    ? [
        `The key ${id} signs from now on. Older keys become invalid within a minute.`,
        "Browsers stay signed in. Apps must call refreshSession() when a request is refused: clients don't do that automatically.",
      ]
    : [
        `The key ${id} is published now and signs from ${signsFrom.toISOString()}. Older keys stay valid until their last token expires.`,
      ]
}

async function handleServiceTokens(db: Database, [verb, word]: readonly string[]): Promise<string[]> {
  const now = new Date()
  if (verb === 'list') {
    const rows = await listServiceTokens(db)
    const formatUse = (at: Date | null) => (at === null ? 'never used' : `last used ${at.toISOString()}`)
    return rows.length === 0
      ? ['There are no service tokens.']
      : rows.map((row) => `${row.id}  ${row.name}  (${formatUse(row.lastUsedAt)})`)
  }
  if (verb === 'create' && word !== undefined && word.trim() !== '' && word.length <= 100) {
    const { id, token } = await createServiceToken(db, { name: word.trim(), now })
    return [`Token ${id}, shown this once:`, token]
  }
  if (verb === 'revoke' && word !== undefined && isId(word)) {
    if (await revokeServiceToken(db, { id: word, now })) return [`The token ${word} is revoked.`]
    throw new Error('There is no such token, or it is already revoked. See: npm run service-token -- list')
  }
  throw new Error(USAGE)
}
