import { useQueryClient } from '@tanstack/react-query'
import type { Settlement } from '../../contract-settlement'
import { settlementCalls, settlementQuery } from '../queries'

/** Returns functions that show the settlement after a change, and read it again after a refused one. */
export function useSettlementUpdates(eventId: string) {
  const queryClient = useQueryClient()
  return {
    show: (settlement: Settlement) => {
      queryClient.setQueryData(settlementQuery(eventId).queryKey, settlement)
    },
    reread: () => queryClient.invalidateQueries({ queryKey: settlementCalls.key() }),
  }
}
