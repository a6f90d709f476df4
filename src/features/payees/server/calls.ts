import { implementCalls } from '~/platform/rpc/implement'
import { payeesContract } from '../contract'
import { connectPayee } from './connect-payee'
import type { Context } from './context'
import { disconnectPayee } from './disconnect-payee'
import { getPayouts } from './get-payouts'
import { refreshPayee } from './refresh-payee'
import { chooseSandboxSetup, getSandboxAccount } from './sandbox-page'

const calls = implementCalls<Context>()(payeesContract)

export const payeesCalls = calls.router({
  payouts: {
    get: calls.payouts.get.handler(({ context }) => getPayouts(context)),
    connect: calls.payouts.connect.handler(({ context, input }) => connectPayee(context, input)),
    refresh: calls.payouts.refresh.handler(({ context }) => refreshPayee(context)),
    disconnect: calls.payouts.disconnect.handler(({ context }) => disconnectPayee(context)),
  },
  sandbox: {
    get: calls.sandbox.get.handler(({ context, input }) => getSandboxAccount(context, input.account)),
    choose: calls.sandbox.choose.handler(({ context, input }) => chooseSandboxSetup(context, input)),
  },
})
