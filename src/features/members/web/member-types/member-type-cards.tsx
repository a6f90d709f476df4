import { AudioWaveform, Camera, Disc3, Megaphone, Phone, Speaker, Warehouse } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '~/design/class-names'
import { Icon, type LucideIcon } from '~/design/icon'
import type { Stock } from '~/design/stock'
import { MEMBER_TYPES, type MemberType, getMemberTypeLabel } from '../../rules/member-type'
import styles from './member-types.module.css'
import { CheckMark } from '~/design/checkbox'

const look: Record<MemberType, { icon: LucideIcon; line: string; stock: Stock }> = {
  dj: { icon: Disc3, line: 'You play records to people', stock: 'yellow' },
  producer: { icon: AudioWaveform, line: 'You make the records', stock: 'mint' },
  promoter: { icon: Megaphone, line: 'You fill the room', stock: 'pink' },
  venue: { icon: Warehouse, line: 'You own the room', stock: 'orange' },
  agent: { icon: Phone, line: 'You answer the phone', stock: 'sky' },
  media: { icon: Camera, line: 'You were there and can prove it', stock: 'lilac' },
  equipment_hire: { icon: Speaker, line: 'You arrive first and leave last', stock: 'coral' },
}

type MemberTypeCardsProps = {
  chosen: readonly MemberType[]
  onChange: (chosen: MemberType[]) => void
  isCompact?: boolean
  error?: string | undefined
  onEnter?: (() => void) | undefined
}

/** MT-01: native checkboxes as cards, colored when selected. */
export function MemberTypeCards({ chosen, onChange, isCompact, error, onEnter }: MemberTypeCardsProps) {
  const errorId = useId()
  const toggle = (type: MemberType) =>
    onChange(MEMBER_TYPES.filter((other) => (other === type) !== chosen.includes(other)))
  return (
    <>
      <fieldset className={classNames(styles.cards, isCompact && styles.compact)} aria-label="Member types">
        {MEMBER_TYPES.map((type, place) => {
          const { icon, line, stock } = look[type]
          const isChosen = chosen.includes(type)
          return (
            <label key={type} className={classNames(styles.card, isChosen && `sheet stock-${stock}`)}>
              <input
                type="checkbox"
                className="visually-hidden"
                checked={isChosen}
                aria-label={getMemberTypeLabel(type)}
                aria-describedby={classNames(`${errorId}-${type}`, error && errorId)}
                aria-invalid={error && place === 0 ? true : undefined}
                onChange={() => toggle(type)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || !onEnter) return
                  event.preventDefault()
                  onEnter()
                }}
              />
              <span className={classNames('row between', styles.marks)}>
                <Icon of={icon} className={styles.icon} />
                <CheckMark isChecked={isChosen} className={styles.check} />
              </span>
              <span>
                <b>{getMemberTypeLabel(type)}</b>
                <span className={classNames('small', styles.meaning)} id={`${errorId}-${type}`}>
                  {line}
                </span>
              </span>
            </label>
          )
        })}
      </fieldset>
      {error && (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </>
  )
}
