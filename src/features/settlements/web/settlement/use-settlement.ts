import { useQueryClient } from '@tanstack/react-query'
import type { Settlement } from '../../contract-settlement'
import { settlementCalls, settlementQuery } from '../queries'

/** Returns two functions: one shows the settlement after a change, the other refetches it after a refused change. */
export function useSettlementUpdates(eventId: string) {
  const queryClient = useQueryClient()
  return {
    show: (settlement: Settlement) => {
      queryClient.setQueryData(settlementQuery(eventId).queryKey, settlement)
    },
    reread: () => queryClient.invalidateQueries({ queryKey: settlementCalls.key() }),
  }
}
