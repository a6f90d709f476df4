import { useContext } from 'react'
import { Avatar } from '~/design/avatar'
import { AnchoredPopover } from '~/design/anchored-popover'
import { Flyer } from '~/design/flyer/flyer'
import { type CardPerson, PersonCardPartsContext } from './person-card-parts'
import styles from './person-card.module.css'

interface PersonCardProps {
  person: CardPerson
  avatarUrl: string | null | undefined
  anchor: HTMLElement
  onClose: () => void
}

/** A card with facts about a person and actions such as writing or blocking, opened from their name or avatar. */
export default function PersonCard({ person, avatarUrl, anchor, onClose }: PersonCardProps) {
  const { facts, actions } = useContext(PersonCardPartsContext)
  return (
    <AnchoredPopover label={person.name} anchor={anchor} className={styles.card} onClose={onClose}>
      <div className={styles.art} aria-hidden="true">
        <Flyer title={person.name} ratio={336 / 88} hasTitle={false} />
      </div>
      <div className={styles.body} data-client-links>
        <Avatar id={person.id} name={person.name} imageUrl={avatarUrl} size={72} />
        <div>
          <p className="title-2">{person.name}</p>
          {facts(person)}
        </div>
        {actions(person, onClose)}
      </div>
    </AnchoredPopover>
  )
}
