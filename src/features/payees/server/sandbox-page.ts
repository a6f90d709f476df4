import { sql } from 'kysely'
import type { z } from 'zod'
import { requireCaller } from '~/platform/rpc/context'
import type { sandboxSetup } from '../contract'
import { getReturnPath, type ReturnPlace } from '../rules/return-path'
import type { PayeeContext } from './context'
import { refuse } from './refused-error'
import { isSandboxAccount } from './sandbox-payees'

type Setup = z.output<typeof sandboxSetup>

/** Returns the content of the sandbox's page: the state that the caller chose last. */
export async function getSandboxAccount(
  context: PayeeContext,
  accountId: string,
): Promise<{ setup: Setup | null }> {
  await checkOwnAccount(context, accountId)
  const row = await context.db
    .selectFrom('sandbox_payees')
    .select('setup')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return { setup: (row?.setup ?? null) as Setup | null }
}

/** Sets the state that the sandbox reports for the caller's account from now on. */
export async function chooseSandboxSetup(
  context: PayeeContext,
  { account, setup, ...place }: ReturnPlace & { account: string; setup: Setup },
): Promise<{ returnUrl: string }> {
  await checkOwnAccount(context, account)
  await sql`
    insert into sandbox_payees (account_id, setup, chosen_at)
    select account_id, ${setup}, ${context.now()}::timestamptz from payees where account_id = ${account}
    on conflict (account_id) do update set setup = excluded.setup, chosen_at = excluded.chosen_at
  `.execute(context.db)
  return { returnUrl: getReturnPath(place) }
}

/** @throws NOT_FOUND unless the account is a sandbox account of the caller */
async function checkOwnAccount(context: PayeeContext, accountId: string): Promise<void> {
  if (context.payees?.provider !== 'sandbox' || !isSandboxAccount(accountId)) throw refuse('NOT_FOUND')
  const row = await context.db
    .selectFrom('payees')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', requireCaller(context).id)
    .executeTakeFirst()
  if (row === undefined) throw refuse('NOT_FOUND')
}
