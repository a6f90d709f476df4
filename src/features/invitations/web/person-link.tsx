import { Avatar } from '~/design/avatar'
import type { InvitationPerson } from '../contract-shapes'

/** Somebody in the panel, with the way to their page there. */
export function PersonLink({ person, isPlain = false }: { person: InvitationPerson; isPlain?: boolean }) {
  const name = (
    <a className="inv-who" href={`/admin/users/${person.id}`}>
      {person.name}
    </a>
  )
  if (isPlain) return <b className="b">{name}</b>
  return (
    <span className="row inv-person">
      <Avatar id={person.id} name={person.name} imageUrl={person.avatarUrl} size={28} />
      {name}
    </span>
  )
}
