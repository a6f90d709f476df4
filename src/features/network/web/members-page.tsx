import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { Chip, ChipGroup } from '~/design/chip'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { ListSearch } from '~/design/list-search'
import { PageHead } from '~/design/page-head'
import { SegmentedControl } from '~/design/segmented-control'
import type { Member } from '../contract'
import { MEMBER_TYPES, getMemberTypeLabel } from '~/features/members/rules/member-type'
import type { MembersSearch } from './members-search'
import { PagedList } from './paged-list'
import { PersonName, formatPersonFacts } from './person-name'
import { membersQuery } from './queries'
import { RelationActions } from './relation-actions'
import { useRowFocus } from './use-row-focus'
import styles from './network.module.css'

type MembersPageProps = { search: MembersSearch; onSearchChange: (search: MembersSearch) => void }

/** M-03: all members, or suggested ones. */
export function MembersPage({ search, onSearchChange }: MembersPageProps) {
  const list = useInfiniteQuery(membersQuery(search))
  const members = list.data?.pages.flatMap((page) => page.members)
  const rows = useRef<HTMLDivElement>(null)
  useRowFocus(rows, members?.length ?? 0)
  return (
    <div data-client-links ref={rows} tabIndex={-1} className={styles.list}>
      <div className={classNames('row between wrap', styles.head)}>
        <PageHead title="Browse Members" size="title" />
        <ListSearch
          className={styles.search}
          label="Search by name or location"
          placeholder="Search by name or location"
          q={search.q}
          onSettled={(q) => onSearchChange({ ...search, q })}
        />
      </div>
      <div className={styles.filters}>
        <SegmentedControl
          className={styles.suggested}
          label="Show"
          value={search.show ?? 'all'}
          onValueChange={(show) =>
            onSearchChange({ ...search, show: show === 'suggested' ? show : undefined })
          }
          options={[
            { value: 'all', label: 'All' },
            { value: 'suggested', label: 'Suggested' },
          ]}
        />
        <ChipGroup label="Member type" scroll>
          <Chip
            pressed={search.type === undefined}
            onClick={() => onSearchChange({ ...search, type: undefined })}
          >
            Any type
          </Chip>
          {MEMBER_TYPES.map((type) => (
            <Chip
              key={type}
              pressed={search.type === type}
              onClick={() => onSearchChange({ ...search, type })}
            >
              {getMemberTypeLabel(type)}
            </Chip>
          ))}
        </ChipGroup>
      </div>
      <PagedList
        list={list}
        count={members?.length}
        things="members"
        thing="member"
        empty={
          <NoMembersFound
            search={search}
            onClear={() => onSearchChange({ show: search.show })}
            onSearchChange={onSearchChange}
          />
        }
      >
        <ul className={styles.people} aria-label="Members">
          {members?.map((member) => (
            <MemberRow key={member.person.id} member={member} />
          ))}
        </ul>
      </PagedList>
    </div>
  )
}

function MemberRow({ member: { person, relation, reason } }: { member: Member }) {
  return (
    <li data-row>
      <Avatar id={person.id} name={person.fullName} imageUrl={person.avatarUrl} size={64} />
      <div>
        <PersonName person={person} className="title-3" />
        <p className="muted">{formatPersonFacts(person)}</p>
        {reason !== null && <p className="small faint">{reason}</p>}
      </div>
      <RelationActions personId={person.id} name={person.fullName} status={relation} hasMenu={false} />
    </li>
  )
}

type NoMembersFoundProps = MembersPageProps & { onClear: () => void }

function NoMembersFound({ search, onClear, onSearchChange }: NoMembersFoundProps) {
  if (search.q !== undefined || search.type !== undefined)
    return (
      <EmptyState title="No members match that" action={<Button onClick={onClear}>Clear search</Button>} />
    )
  if (search.show === 'suggested')
    return (
      <EmptyState
        title="No suggestions yet"
        action={<Button onClick={() => onSearchChange({})}>Show all members</Button>}
      >
        Members you share an event or a connection with appear here.
      </EmptyState>
    )
  return <EmptyState title="No members yet" />
}
