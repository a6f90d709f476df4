import { toIpv6Network } from '~/platform/http/client-address'
import { toAccountColumn, type Destination } from '../../rules/destination'
import type { FAILED_KINDS } from '../../rules/security-kinds'
import type { IdentityContext } from '../context'
import { recordEvent, getOrigin, type RequestOrigin, type SecurityDetails } from './record-event'

type Failure = {
  kind: (typeof FAILED_KINDS)[number]
  destination: Destination
  details: SecurityDetails
}

/**
 * Records a failed sign-in after the response, so that its timing doesn’t reveal whether the account exists. Without an
 * account, only the network is stored, never the typed email or phone.
 */
export function recordFailure(
  context: RequestOrigin & Pick<IdentityContext, 'db' | 'log' | 'now'>,
  failure: Failure,
): void {
  const at = context.now()
  setImmediate(() => {
    insertFailure(context, failure, at).catch((error: unknown) =>
      context.log.warn({ err: error }, 'could not record a failed sign-in'),
    )
  })
}

async function insertFailure(
  context: RequestOrigin & Pick<IdentityContext, 'db'>,
  { kind, destination, details }: Failure,
  at: Date,
): Promise<void> {
  const [column, value] = toAccountColumn(destination)
  const account = await context.db
    .selectFrom('accounts')
    .select('id')
    .where(column, '=', value)
    .executeTakeFirst()
  const { ip, device, country } = getOrigin(context)
  await recordEvent(
    context.db,
    account === undefined
      ? { userId: null, kind, at, ip: toIpv6Network(ip), country, details }
      : { userId: account.id, kind, at, ip, device, country, details },
  )
}
