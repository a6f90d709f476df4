import { z } from 'zod'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { defineCalls, id, instant, scope } from '~/platform/rpc/contract'
import { LIFETIMES, MAX_NAME_LENGTH } from './rules/api-key'
import { KEY_NOT_FOUND, REAUTHENTICATION_REQUIRED, TOO_MANY_KEYS, VERIFY_FIRST } from './rules/messages'

const own = defineCalls('API keys', 'signed_in')

const apiKey = z.object({
  id,
  name: z.string(),
  /** The start of the key, such as `b2b_Zx9a`. */
  prefix: z.string(),
  scopes: z.array(scope),
  createdAt: instant,
  /** Null: the key never expires. */
  expiresAt: instant.nullable(),
  isExpired: z.boolean(),
  /** The time of the last use, accurate to the minute. */
  lastUsedAt: instant.nullable(),
})
export type ApiKey = z.output<typeof apiKey>
export type ApiKeyRow = z.input<typeof apiKey>

export const apiKeysContract = {
  list: own(
    'GET',
    '/account/api-keys',
    'List the caller’s API keys that aren’t revoked, newest first',
  ).output(z.object({ keys: z.array(apiKey) })),

  create: own('POST', '/account/api-keys', 'Create an API key, which only this response contains')
    .errors({
      REAUTHENTICATION_REQUIRED: { status: 403, message: REAUTHENTICATION_REQUIRED },
      /**
       * The account isn't verified. Its email or phone may belong to another person, who would not know about the
       * key.
       */
      VERIFY_FIRST: { status: 403, message: VERIFY_FIRST },
      TOO_MANY_KEYS: { status: 409, message: TOO_MANY_KEYS },
    })
    .input(
      z.object({
        name: z
          .string({ error: 'Enter a name.' })
          .overwrite(cleanSingleLineText)
          .min(1, 'Enter a name.')
          .max(MAX_NAME_LENGTH, `Use at most ${MAX_NAME_LENGTH} characters.`),
        scopes: z.array(scope).min(1, 'Choose at least one scope.').max(50, 'Choose each scope only once.'),
        /** Null: the key never expires. */
        expiresInDays: z.literal([...LIFETIMES], 'Choose when the key expires.').nullable(),
      }),
    )
    .output(
      z.object({
        apiKey,
        /** The key itself, for the header `Authorization: Bearer …`. */
        key: z.string(),
      }),
    ),

  revoke: own('DELETE', '/account/api-keys/{id}', 'Revoke an API key, from the next request on')
    .errors({ NOT_FOUND: { status: 404, message: KEY_NOT_FOUND } })
    .input(z.object({ id }))
    .output(z.object({})),
}
