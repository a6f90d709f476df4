import { Plus, TriangleAlert, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '~/design/button'
import { Icon } from '~/design/icon'
import { IconButton } from '~/design/icon-button'
import { EQUIPMENT_LINE_MAX, EQUIPMENT_MAX_LINES } from '../../rules/profile-limits'
import type { EquipmentRow } from './profile-draft'
import type { ProfileForm } from './use-profile-form'
import { useRows } from './use-rows'

// The number and its sign stand in the same line.
const WHAT_MAX = EQUIPMENT_LINE_MAX - '999 × '.length

/** How many of what. Enter goes to a line of its own. */
export function EquipmentRows({ form: { draft, faults, change } }: { form: ProfileForm }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const rows = useRows<EquipmentRow>(list, draft.equipment, (equipment, key) => change({ equipment }, key))
  const canAdd = draft.equipment.length < EQUIPMENT_MAX_LINES
  const add = () => rows.add({ count: '', what: '' })
  return (
    <div className="fb" ref={list}>
      {draft.equipment.length > 0 && (
        <ul className="eq">
          {draft.equipment.map(({ key, count, what }) => {
            const fault = faults[`equipment.${key}`]
            const told = {
              'aria-invalid': fault ? (true as const) : undefined,
              'aria-describedby': fault ? `${id}-${key}` : undefined,
            }
            return (
              <li key={key} data-row={key}>
                <input
                  {...told}
                  className="in"
                  data-start
                  inputMode="numeric"
                  autoComplete="off"
                  aria-label="How many"
                  maxLength={3}
                  value={count}
                  onChange={({ target }) => rows.edit(key, { count: target.value })}
                />
                <div className="field">
                  <input
                    {...told}
                    className="in"
                    aria-label="What"
                    autoComplete="off"
                    maxLength={WHAT_MAX}
                    value={what}
                    onChange={({ target }) => rows.edit(key, { what: target.value })}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                      event.preventDefault()
                      if (canAdd && what.trim() !== '') add()
                    }}
                  />
                  {fault && (
                    <p className="err" id={`${id}-${key}`}>
                      <Icon of={TriangleAlert} />
                      {fault}
                    </p>
                  )}
                </div>
                <IconButton
                  icon={X}
                  label={what ? `Remove ${what}` : 'Remove this line'}
                  tooltip={false}
                  data-remove
                  onClick={() => rows.remove(key)}
                />
              </li>
            )
          })}
        </ul>
      )}
      {faults['equipment'] && <p className="err">{faults['equipment']}</p>}
      {canAdd ? (
        <Button className="add" variant="outline" size="sm" icon={Plus} data-add onClick={add}>
          Add equipment
        </Button>
      ) : (
        <p className="help">{EQUIPMENT_MAX_LINES} lines are as many as a profile holds.</p>
      )}
    </div>
  )
}
