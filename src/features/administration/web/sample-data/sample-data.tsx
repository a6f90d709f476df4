import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { formatCount } from '~/lib/count'
import type { SampleCounts } from '../../contract-sample'
import { administration, sampleCountsQuery } from '../queries'
import { PasswordDialog } from '../users/password-dialog'

const formatNumber = (count: number, singular: string, plural: string) =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`

/** Returns `48 events and 60 sample people.` */
export function describeSample({ events, people }: SampleCounts): string {
  if (events + people === 0) return 'No sample data.'
  return `${formatNumber(events, 'event', 'events')} and ${formatNumber(people, 'sample person', 'sample people')}.`
}

/** Describes the data of real people that would be removed as well; undefined if there is none. */
export function describeLoss({ realTickets, realBookings }: SampleCounts): string | undefined {
  const tickets = formatNumber(realTickets, 'ticket', 'tickets')
  const bookings = formatNumber(realBookings, 'booking', 'bookings')
  if (realTickets > 0 && realBookings > 0)
    return `This also removes ${tickets} and ${bookings} of real people, because they are for sample events or with sample people. Their orders are removed too.`
  if (realTickets > 0)
    return `This also removes ${tickets} of real people for sample events, and the orders of these tickets.`
  if (realBookings > 0) return `This also removes ${bookings} of real people with sample people.`
  return undefined
}

/** AD-04: the button that removes all sample data. `useSampleDescription` returns the text next to it. */
export function SampleData() {
  const queryClient = useQueryClient()
  const { data: counts } = useSuspenseQuery(sampleCountsQuery())
  const [isConfirming, setIsConfirming] = useState(false)
  if (counts.events + counts.people === 0 && !isConfirming)
    return <p className="muted">This site has no sample data.</p>
  const loss = describeLoss(counts)
  return (
    <>
      <Button variant="outline" onClick={() => setIsConfirming(true)}>
        Remove the sample data
      </Button>
      {isConfirming && (
        <PasswordDialog
          title="Remove the sample data?"
          description={`${describeSample(counts)} They are permanently removed, with their rooms, bookings, orders and tickets. Admin accounts stay, and so does everything else that real people created. The demo passwords are public, so set new ones for those admins with “Forgot password?” on the sign-in page.`}
          confirmLabel="Remove permanently"
          busy="Removing"
          danger
          failure="Failed to remove the sample data"
          run={(password) => administration.sample.remove.call({ password })}
          onClose={() => setIsConfirming(false)}
          onDone={() => {
            setIsConfirming(false)
            notify.success('Sample data removed')
            // Any cached query may contain data that was removed.
            void queryClient.invalidateQueries()
          }}
        >
          {loss !== undefined && <p className="bold">{loss}</p>}
        </PasswordDialog>
      )}
    </>
  )
}

export function useSampleDescription(): string {
  return describeSample(useSuspenseQuery(sampleCountsQuery()).data)
}
