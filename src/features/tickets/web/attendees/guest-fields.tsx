import type { RefObject } from 'react'
import { TextField } from '~/design/text-field'
import { GUEST_NAME_MOST, PLUS_ONES_MOST, type ReadGuest } from '../../rules/guest-lines'

export type GuestValues = { name: string; plusOnes: string; guestOf: string }
type Faults = Partial<Record<keyof GuestValues, string>>

/** What was typed, or what is wrong with it. */
export function readGuestFields(values: GuestValues): { guest: ReadGuest | undefined; faults: Faults } {
  const name = values.name.trim()
  const plus = values.plusOnes.trim().replace(/^\+/u, '')
  const plusOnes = plus === '' ? 0 : /^\d{1,4}$/u.test(plus) ? Number(plus) : undefined
  const faults: Faults = {
    ...(name === '' && { name: 'Enter a name.' }),
    ...(plusOnes === undefined && { plusOnes: 'Enter a whole number.' }),
    ...(plusOnes !== undefined && plusOnes > PLUS_ONES_MOST && { plusOnes: `At most ${PLUS_ONES_MOST}.` }),
  }
  if (Object.keys(faults).length > 0 || plusOnes === undefined) return { guest: undefined, faults }
  return { guest: { name, plusOnes, guestOf: values.guestOf.trim() }, faults }
}

type GuestFieldsProps = {
  values: GuestValues
  errors: Partial<Record<string, string>>
  nameRef?: RefObject<HTMLInputElement | null>
  onChange: (fields: Partial<GuestValues>) => void
}

export function GuestFields({ values, errors, nameRef, onChange }: GuestFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        ref={nameRef}
        maxLength={GUEST_NAME_MOST}
        autoComplete="off"
        value={values.name}
        error={errors['name']}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label="Plus"
        inputMode="numeric"
        placeholder="0"
        maxLength={5}
        autoComplete="off"
        value={values.plusOnes}
        error={errors['plusOnes']}
        onChange={(event) => onChange({ plusOnes: event.target.value })}
      />
      <TextField
        label="Guest of"
        maxLength={GUEST_NAME_MOST}
        autoComplete="off"
        value={values.guestOf}
        error={errors['guestOf']}
        onChange={(event) => onChange({ guestOf: event.target.value })}
      />
    </>
  )
}
