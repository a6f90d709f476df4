import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { classNames } from '~/design/class-names'
import { shownName } from '../../rules/shown-name'
import type { ChatPerson } from '../../contract-shapes'
import styles from './members.module.css'

type PersonRowProps = {
  person: ChatPerson
  words?: ReactNode
  children?: ReactNode
}

export function PersonRow({ person, words, children }: PersonRowProps) {
  return (
    <li className={styles.person}>
      <Avatar id={person.id} name={person.name} imageUrl={person.avatarUrl} />
      <div>
        <a className="bold" href={`/dashboard/members/${person.id}`}>
          {shownName(person.name)}
        </a>
        {words && <p className="small muted">{words}</p>}
      </div>
      <div className={classNames('row', styles.actions)}>{children}</div>
    </li>
  )
}
