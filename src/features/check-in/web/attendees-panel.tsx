import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { SearchField } from '~/design/search-field'
import { SegmentedControl } from '~/design/segmented-control'
import type { Party, Tally } from './check-in-attendees'
import styles from './check-in.module.css'
import type { PartyActions } from './attendee-row'
import { AttendeesList } from './attendees-list'
import { searchParties } from './search-attendees'

const choices = [
  { value: 'all', label: 'All' },
  { value: 'guests', label: 'Guest list' },
  { value: 'out', label: 'Not in' },
] as const

interface PeoplePanelProps {
  parties: readonly Party[]
  tally: Tally
  query: string
  onQuery: (query: string) => void
  onEnter: (typed: string, found: readonly Party[]) => void
  acts: PartyActions
}

export function AttendeesPanel({ parties, tally, query, onQuery, onEnter, acts }: PeoplePanelProps) {
  const [choice, setChoice] = useState<'all' | 'guests' | 'out'>('all')
  const chosen = parties.filter(
    ({ guest, size, inside, isOff }) =>
      choice === 'all' || (choice === 'guests' ? guest !== undefined : !isOff && inside < size),
  )
  const found = searchParties(chosen, query)
  const figures = [
    ['In', tally.inside],
    ['Still to come', Math.max(0, tally.expected - tally.inside)],
    ['Last 15 minutes', tally.lastQuarter],
  ] as const
  return (
    <section className={styles.attendees} aria-label="People">
      <div className="row between">
        <SearchField
          label="Name or ticket number"
          placeholder="Name or ticket number"
          autoComplete="off"
          value={query}
          onValueChange={onQuery}
          onSearch={(typed) => onEnter(typed, searchParties(chosen, typed))}
        />
        <SegmentedControl
          label="Filter attendees"
          value={choice}
          onValueChange={setChoice}
          options={choices}
        />
      </div>
      <dl className={classNames('cells', styles.figures)}>
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figure">{figure.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <output className="visually-hidden">{query !== '' && `${found.length} found`}</output>
      {found.length === 0 && (
        <p className={classNames('small faint', styles.footnote)}>No one with that name or number.</p>
      )}
      <AttendeesList parties={found} query={query} acts={acts} />
    </section>
  )
}
