import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { DIGITS_MISSING, hasSixDigits } from './six-digit-field'

/**
 * How a signed-in person confirms their identity: with their password, or with an emailed or texted code if they have
 * none.
 */
export type ReauthenticationMethod = 'password' | 'email' | 'text' | 'nothing'

export interface ReauthenticationSource {
  find: () => Promise<ReauthenticationMethod>
  /** Rejects with an Error whose message is shown to the person. */
  sendDigits: () => Promise<void>
}

/**
 * Tells dialogs how the signed-in person reauthenticates, so that they don't import the identity feature. Without a
 * provider, they request the password.
 */
export const ReauthenticationContext = createContext<ReauthenticationSource | undefined>(undefined)

const PASSWORD_MISSING = 'Enter your password.'
const WRONG_DIGITS = 'That isn’t the latest code. If it has been a while, request a new one.'

/**
 * Returns the state of a `ReauthenticationField`. Pass `known` on pages that already loaded the method and send the
 * codes themselves.
 */
export function useReauthenticationField(known?: {
  by: ReauthenticationMethod
  sendDigits: () => Promise<void>
}) {
  const source = use(ReauthenticationContext)
  const [found, setFound] = useState<ReauthenticationMethod>('password')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const sender = useRef<HTMLButtonElement>(null)
  const isKnown = known !== undefined
  const switchMethod = useEffectEvent((by: ReauthenticationMethod) => {
    setFound(by)
    // Clears a typed password, so that it isn't submitted as a code.
    setTyped('')
    setProblem(undefined)
  })
  useEffect(() => {
    if (isKnown || source === undefined) return undefined
    let isOver = false
    // Requests the password until the method is known, and if loading it fails, because most people have one.
    source.find().then(
      (by) => isOver || by === 'password' || switchMethod(by),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [isKnown, source])
  const by = known?.by ?? found
  const point = () => (input.current ?? sender.current)?.focus()
  return {
    by,
    input,
    sender,
    typed,
    problem,
    sendDigits: known?.sendDigits ?? source?.sendDigits,
    point,
    write: (text: string) => {
      setTyped(text)
      setProblem(undefined)
    },
    /**
     * Shows an error if the value is incomplete. Returns whether it can be submitted. `isPointed` also focuses the
     * field.
     */
    check: (isPointed = true): boolean => {
      const isPassword = by === 'password'
      const isComplete = isPassword ? typed !== '' : hasSixDigits(typed)
      setProblem(isComplete ? undefined : isPassword ? PASSWORD_MISSING : DIGITS_MISSING)
      if (!isComplete && isPointed) point()
      return isComplete
    },
    /**
     * Shows the server's refusal: the value is wrong (`isWrong`), or can't be checked now. The typed value stays and
     * is selected.
     */
    refuse: ({ isWrong, message }: { isWrong: boolean; message: string }): void => {
      setProblem(isWrong && by !== 'password' ? WRONG_DIGITS : message)
      input.current?.focus()
      input.current?.select()
    },
  }
}

export type ReauthenticationState = ReturnType<typeof useReauthenticationField>
