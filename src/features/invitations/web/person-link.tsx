import { classNames } from '~/design/class-names'
import { Avatar } from '~/design/avatar'
import type { InvitationPerson } from '../contract-shapes'
import styles from './admin/invitations.module.css'

export function PersonLink({ person, isPlain = false }: { person: InvitationPerson; isPlain?: boolean }) {
  const name = (
    <a className={styles.name} href={`/admin/users/${person.id}`}>
      {person.name}
    </a>
  )
  if (isPlain) return <b className="bold">{name}</b>
  return (
    <span className={classNames('row', styles.person)}>
      <Avatar id={person.id} name={person.name} imageUrl={person.avatarUrl} size={28} />
      {name}
    </span>
  )
}
