import { createFeatureClient } from '~/platform/rpc/client'
import type { payeesContract } from '../contract'

export const payees = createFeatureClient<typeof payeesContract>('payees')

export const payoutsQuery = () => payees.payouts.get.queryOptions()

export const sandboxPayeeQuery = (account: string) => payees.sandbox.get.queryOptions({ input: { account } })
