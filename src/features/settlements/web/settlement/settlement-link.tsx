import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { LinkButton } from '~/design/link-button'
import { settlementQuery } from '../queries'

/** Links to the settlement of an event for its organizer and the DJs who share in it; nothing for other people. */
export function SettlementLink({ eventId }: { eventId: string }) {
  const { data } = useQuery({ ...settlementQuery(eventId), retry: false })
  if (data === undefined || data.shares.length === 0) return null
  return (
    <LinkButton icon={Scale} to="/dashboard/events/$id/settlement" params={{ id: eventId }}>
      Settlement
    </LinkButton>
  )
}
