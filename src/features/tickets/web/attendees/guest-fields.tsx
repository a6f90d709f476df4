import type { ChangeEventHandler, RefObject } from 'react'
import { TextField } from '~/design/text-field'
import { MAX_GUEST_NAME, MAX_PLUS_ONES, type ParsedGuest } from '../../rules/parse-guest-lines'

export type GuestValues = { name: string; plusOnes: string; guestOf: string }
type Problems = Partial<Record<keyof GuestValues, string>>

/** Parses the typed guest; returns `problems` when it is invalid. */
export function parseGuestFields(values: GuestValues): { input?: ParsedGuest; problems: Problems } {
  const name = values.name.trim()
  const plus = values.plusOnes.trim().replace(/^\+/u, '')
  const plusOnes = plus === '' ? 0 : /^\d{1,4}$/u.test(plus) ? Number(plus) : undefined
  const problems: Problems = {
    ...(name === '' && { name: 'Enter a name.' }),
    ...(plusOnes === undefined && { plusOnes: 'Enter a whole number.' }),
    ...(plusOnes !== undefined && plusOnes > MAX_PLUS_ONES && { plusOnes: `At most ${MAX_PLUS_ONES}.` }),
  }
  if (Object.keys(problems).length > 0 || plusOnes === undefined) return { problems }
  return { input: { name, plusOnes, guestOf: values.guestOf.trim() }, problems }
}

type TextProps = { value: string; error: string | undefined; onChange: ChangeEventHandler<HTMLInputElement> }
type GuestFieldsProps = {
  text: (name: keyof GuestValues) => TextProps
  nameRef?: RefObject<HTMLInputElement | null>
}

export function GuestFields({ text, nameRef }: GuestFieldsProps) {
  return (
    <>
      <TextField label="Name" ref={nameRef} maxLength={MAX_GUEST_NAME} autoComplete="off" {...text('name')} />
      <TextField
        label="Plus"
        inputMode="numeric"
        placeholder="0"
        maxLength={5}
        autoComplete="off"
        {...text('plusOnes')}
      />
      <TextField label="Guest of" maxLength={MAX_GUEST_NAME} autoComplete="off" {...text('guestOf')} />
    </>
  )
}
