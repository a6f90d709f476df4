import type { z } from 'zod'
import { changeOwnAccount, notifyOfChange, requireReauthentication } from '~/features/identity/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { endpoint } from '../contract'
import { findUrlProblem, MAX_ENDPOINTS } from '../rules/endpoint-url'
import type { WebhookKind } from '../rules/webhook-kind'
import type { Context } from './context'
import { createEndpointSecret } from './endpoint-secret'
import { getOwnEndpoint, toEndpoint } from './get-own-endpoint'
import { disableEndpoint } from './record-attempt'
import { refuse } from './refused-error'

/** The time after a rotation during which the previous secret also signs messages. */
const OVERLAP_MS = 24 * 3_600_000

type Endpoint = z.input<typeof endpoint>

export async function listEndpoints(context: Pick<Context, 'caller' | 'db'>): Promise<Endpoint[]> {
  const rows = await context.db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('user_id', '=', requireCaller(context).id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toEndpoint)
}

/**
 * Adds an endpoint, records it in the security log, notifies the person, and returns the secret.
 * @throws REAUTHENTICATION_REQUIRED, BAD_URL, VERIFY_FIRST, LIMIT_REACHED, UNAUTHORIZED when the session ended meanwhile
 */
export async function createEndpoint(
  context: Context,
  { url, kinds }: { url: string; kinds: WebhookKind[] },
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { id: userId } = requireCaller(context)
  await requireReauthentication(context)
  const problem = findUrlProblem(url, context.config.webhooks.canReachPrivateAddresses)
  if (problem !== undefined)
    throw refuse('BAD_URL', { message: problem, data: { fields: [{ path: 'url', message: problem }] } })
  const { text, sealed } = createEndpointSecret(context.secret)
  const row = await changeOwnAccount(context, async (trx, { isVerified }) => {
    if (!isVerified) throw refuse('VERIFY_FIRST')
    const { count } = await trx
      .selectFrom('webhook_endpoints')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= MAX_ENDPOINTS) throw refuse('LIMIT_REACHED')
    await notifyOfChange(trx, context, {
      userId,
      kind: 'webhook_added',
      elsewhere: new URL(url).host,
    })
    return trx
      .insertInto('webhook_endpoints')
      .values({ user_id: userId, url, kinds, secret_sealed: sealed, created_at: context.now() })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return { endpoint: toEndpoint(row), secret: text }
}

/**
 * Changes the kinds of messages that an endpoint gets, and turns the endpoint on or off. Turning it off cancels its
 * waiting messages.
 * @throws REAUTHENTICATION_REQUIRED, except to turn it off; NOT_FOUND
 */
export async function updateEndpoint(
  context: Context,
  { id, kinds, isOn }: { id: string; kinds?: WebhookKind[] | undefined; isOn?: boolean | undefined },
): Promise<Endpoint> {
  const own = { id, userId: requireCaller(context).id }
  if (kinds !== undefined || isOn === true) await requireReauthentication(context)
  return context.db.transaction().execute(async (trx) => {
    await getOwnEndpoint(trx, own, { lock: true })
    if (kinds !== undefined)
      await trx.updateTable('webhook_endpoints').set({ kinds }).where('id', '=', id).execute()
    if (isOn === false) await disableEndpoint(trx, { id, reason: 'owner', now: context.now() })
    if (isOn === true)
      await trx
        .updateTable('webhook_endpoints')
        .set({ disabled_at: null, disabled_reason: null, failing_since: null })
        .where('id', '=', id)
        .where('disabled_at', 'is not', null)
        .execute()
    return toEndpoint(await getOwnEndpoint(trx, own))
  })
}

/** Removes an endpoint. A periodic task deletes its messages later. @throws NOT_FOUND */
export function removeEndpoint(context: Pick<Context, 'caller' | 'db'>, id: string): Promise<void> {
  return context.db.transaction().execute(async (trx) => {
    await getOwnEndpoint(trx, { id, userId: requireCaller(context).id }, { lock: true })
    await trx.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  })
}

/**
 * Replaces the secret of an endpoint, records it in the security log, notifies the person, and returns the new
 * secret. The old secret also signs for 24 hours, unless it leaked.
 * @throws REAUTHENTICATION_REQUIRED, NOT_FOUND, UNAUTHORIZED when the session ended meanwhile
 */
export async function rotateSecret(
  context: Context,
  { id, isLeaked }: { id: string; isLeaked: boolean },
): Promise<string> {
  await requireReauthentication(context)
  const { text, sealed } = createEndpointSecret(context.secret)
  const { id: userId } = requireCaller(context)
  await changeOwnAccount(context, async (trx) => {
    const { secret_sealed, url } = await getOwnEndpoint(trx, { id, userId }, { lock: true })
    await trx
      .updateTable('webhook_endpoints')
      .set({
        secret_sealed: sealed,
        previous_secret_sealed: isLeaked ? null : secret_sealed,
        previous_secret_until: isLeaked ? null : new Date(context.now().getTime() + OVERLAP_MS),
      })
      .where('id', '=', id)
      .execute()
    await notifyOfChange(trx, context, {
      userId,
      kind: 'webhook_secret_renewed',
      elsewhere: new URL(url).host,
    })
  })
  return text
}
