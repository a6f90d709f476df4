import { useState } from 'react'
import { Button } from '~/design/button'
import type { Party } from './check-in-attendees'
import styles from './check-in.module.css'
import { type PartyActions, AttendeeRow } from './attendee-row'

// How many attendees are shown at first. To find others, staff type more of the name.
const AT_ONCE = 60

/** Shows the first attendees, and the rest on request: an event may have thousands. */
export function AttendeesList({
  parties,
  query,
  acts,
}: {
  parties: readonly Party[]
  query: string
  acts: PartyActions
}) {
  const [shown, setShown] = useState(AT_ONCE)
  return (
    <>
      <ul className={styles.list}>
        {parties.slice(0, shown).map((party) => (
          <AttendeeRow key={party.key} party={party} query={query} acts={acts} />
        ))}
      </ul>
      {parties.length > shown && (
        <Button full onClick={() => setShown(shown + 4 * AT_ONCE)}>
          Show more of {parties.length.toLocaleString('en-US')}
        </Button>
      )}
    </>
  )
}
