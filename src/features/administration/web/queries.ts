import { clientFor } from '~/platform/rpc/client'
import type { administrationContract } from '../contract'

const administration = clientFor<typeof administrationContract>('administration')

export function overviewQuery() {
  return administration.overview.queryOptions({ staleTime: 10_000 })
}
