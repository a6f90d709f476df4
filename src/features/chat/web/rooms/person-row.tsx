import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { classNames } from '~/design/class-names'
import { formatName } from '../../rules/format-name'
import type { ChatPerson } from '../../contract-shapes'
import styles from './members.module.css'

type PersonRowProps = {
  person: ChatPerson
  description?: ReactNode
  children?: ReactNode
}

export function PersonRow({ person, description, children }: PersonRowProps) {
  return (
    <li className={styles.person}>
      <Avatar id={person.id} name={person.name} imageUrl={person.avatarUrl} />
      <div>
        <a className="bold" href={`/dashboard/members/${person.id}`}>
          {formatName(person.name)}
        </a>
        {description && <p className="small muted">{description}</p>}
      </div>
      <div className={classNames('row', styles.actions)}>{children}</div>
    </li>
  )
}
