import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { shownName } from '../../rules/shown-name'
import type { ChatPerson } from '../../contract-shapes'

type PersonRowProps = {
  person: ChatPerson
  /** Under the name: since when, until when. */
  words?: ReactNode
  /** Badges and buttons at the end. */
  children?: ReactNode
}

/** One person of a list in a dialog. */
export function PersonRow({ person, words, children }: PersonRowProps) {
  return (
    <li className="mem">
      <Avatar id={person.id} name={person.name} imageUrl={person.avatarUrl} />
      <div>
        <a className="b" href={`/dashboard/members/${person.id}`}>
          {shownName(person.name)}
        </a>
        {words && <p className="small m2">{words}</p>}
      </div>
      <div className="row mem-end">{children}</div>
    </li>
  )
}
