import { classNames } from '~/design/class-names'
import { VerifiedBadge } from '~/design/verified-badge'
import type { Person } from '../contract'
import { formatMemberTypes } from '~/features/members/rules/member-type'
import styles from './network.module.css'

/** Returns the path of a person's page. For DJs, this is their public page. */
export function getPersonPath({ id, isDj }: Pick<Person, 'id' | 'isDj'>): string {
  return isDj ? `/dj/${id}` : `/dashboard/members/${id}`
}

/** The name, linked if they have a page, with the badge of verified people. */
export function PersonName({ person, className = 'bold' }: { person: Person; className?: string }) {
  return (
    <span className={classNames(className, 'row', styles.name)}>
      {person.hasPage ? (
        <a href={getPersonPath(person)}>{person.fullName}</a>
      ) : (
        <span>{person.fullName}</span>
      )}
      {person.isVerified && <VerifiedBadge />}
    </span>
  )
}

/** `DJ Temi · DJ, Producer · Lagos, NG`, without the missing parts. */
export function formatPersonFacts(person: Person): string {
  return [person.djName, formatMemberTypes(person.memberTypes), person.location].filter(Boolean).join(' · ')
}
