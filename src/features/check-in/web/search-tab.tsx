import { SearchField } from '~/design/search-field'
import { classNames } from '~/design/class-names'
import { describeMatches, type Party } from './check-in-attendees'
import styles from './check-in.module.css'
import type { PartyActions } from './attendee-row'
import { AttendeesList } from './attendees-list'
import { searchParties } from './search-attendees'

interface SearchTabProps {
  parties: readonly Party[]
  query: string
  onQuery: (query: string) => void
  /** Called on Enter. Hand scanners type a code and press Enter; for any other text, Enter selects the only match. */
  onEnter: (typed: string, found: readonly Party[]) => void
  acts: PartyActions
}

export function SearchTab({ parties, query, onQuery, onEnter, acts }: SearchTabProps) {
  const found = searchParties(parties, query)
  return (
    <>
      <SearchField
        className={styles.search}
        label="Name or ticket number"
        placeholder="Name or ticket number"
        autoComplete="off"
        autoFocus
        shortcut={false}
        value={query}
        onValueChange={onQuery}
        onSearch={(typed) => onEnter(typed, searchParties(parties, typed))}
      />
      <div className={styles.scrollArea}>
        <output className="small faint">
          {found.length === 0
            ? 'No one with that name or number.'
            : query === ''
              ? ''
              : describeMatches(found)}
        </output>
        <AttendeesList parties={found} query={query} acts={acts} />
        <p className={classNames('small faint', styles.footnote)}>
          Ticket numbers work too: the last five digits are enough.
        </p>
      </div>
    </>
  )
}
