import { Plus, TriangleAlert, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '~/design/button'
import { Icon } from '~/design/icon'
import { IconButton } from '~/design/icon-button'
import { EQUIPMENT_LINE_MAX, EQUIPMENT_MAX_LINES } from '../../rules/profile-limits'
import styles from './profile.module.css'
import type { EquipmentRow } from './profile-draft'
import type { ProfileForm } from './use-profile-form'
import { useEditableRows } from './use-editable-rows'

// The maximum length of the stored line includes the count and its “×”, so fewer characters are left for the item.
const ITEM_MAX = EQUIPMENT_LINE_MAX - '999 × '.length

/**
 * Splits the text of the count field: `12` -> `['12']`, `Two decks` -> `['', 'Two decks']`, `2x decks` -> `['2',
 * 'decks']`. The rest is undefined if the whole text is a number.
 */
function splitQuantity(typed: string): [number: string, rest?: string] {
  const text = typed.trim()
  if (/^\d*$/u.test(text)) return [text.slice(0, 3)]
  const [, number, rest = ''] = /^(\d{1,3})\s*[×x]?\s*(.*)$/u.exec(text) ?? []
  return number === undefined ? ['', text] : [number, rest]
}

export function EquipmentRows({ form: { draft, problems, change } }: { form: ProfileForm }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const rows = useEditableRows<EquipmentRow>(list, draft.equipment, (equipment, key) =>
    change({ equipment }, key),
  )
  const canAdd = draft.equipment.length < EQUIPMENT_MAX_LINES
  const add = () => rows.add({ count: '', item: '' })
  const findItemInput = (key: string) =>
    list.current?.querySelector<HTMLElement>(`[data-row="${key}"] [data-words]`)
  return (
    <div className="form-part-fields" ref={list}>
      {draft.equipment.length > 0 && (
        <ul className={styles.lines}>
          {draft.equipment.map(({ key, count, item }) => {
            const problem = problems[`equipment.${key}`]
            const notified = {
              'aria-invalid': problem ? (true as const) : undefined,
              'aria-describedby': problem ? `${id}-${key}` : undefined,
            }
            return (
              <li key={key} data-row={key}>
                <input
                  {...notified}
                  className="input"
                  data-start
                  inputMode="numeric"
                  autoComplete="off"
                  aria-label="How many"
                  value={count}
                  onChange={({ target }) => {
                    const [number, rest] = splitQuantity(target.value)
                    rows.edit(
                      key,
                      rest === undefined
                        ? { count: number }
                        : { count: number, item: `${rest}${item}`.slice(0, ITEM_MAX) },
                    )
                    if (rest !== undefined) findItemInput(key)?.focus()
                  }}
                />
                <div className="field">
                  <input
                    {...notified}
                    className="input"
                    data-words
                    aria-label="What"
                    autoComplete="off"
                    maxLength={ITEM_MAX}
                    value={item}
                    onChange={({ target }) => rows.edit(key, { item: target.value })}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                      event.preventDefault()
                      if (canAdd && item.trim() !== '') add()
                    }}
                  />
                  {problem && (
                    <p className="field-error" id={`${id}-${key}`}>
                      <Icon of={TriangleAlert} />
                      {problem}
                    </p>
                  )}
                </div>
                <IconButton
                  icon={X}
                  label={item ? `Remove ${item}` : 'Remove this line'}
                  tooltip={false}
                  data-remove
                  onClick={() => rows.remove(key)}
                />
              </li>
            )
          })}
        </ul>
      )}
      {problems['equipment'] && <p className="field-error">{problems['equipment']}</p>}
      {canAdd ? (
        <Button className={styles.add} variant="outline" size="sm" icon={Plus} data-add onClick={add}>
          Add equipment
        </Button>
      ) : (
        <p className="hint">{EQUIPMENT_MAX_LINES} lines is the limit.</p>
      )}
    </div>
  )
}
