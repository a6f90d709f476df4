import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { DIGITS_MISSING, hasSixDigits } from './six-digits'

/** How somebody shows at an open page that it is they: by their password, or by six digits that are sent to whoever has none. */
export type ProofBy = 'password' | 'email' | 'text' | 'nothing'

export interface ProofSource {
  find: () => Promise<ProofBy>
  /** Rejects with an Error whose message people read. */
  sendDigits: () => Promise<void>
}

/** What a page knows of whoever is signed in; its dialogs use it without knowing whose it is. Without one it is the password. */
export const OwnProof = createContext<ProofSource | undefined>(undefined)

const PASSWORD_MISSING = 'Enter your password.'
const WRONG_DIGITS =
  'These are not the digits that were sent last. Have new ones sent if it has been a while.'

/** The state of a `ProofField`, for the form that it stands in. `known`: the page has read it already, and sends the digits itself. */
export function useOwnProof(known?: { by: ProofBy; sendDigits: () => Promise<void> }) {
  const source = use(OwnProof)
  const [found, setFound] = useState<ProofBy>('password')
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const sender = useRef<HTMLButtonElement>(null)
  const isKnown = known !== undefined
  const askInstead = useEffectEvent((by: ProofBy) => {
    setFound(by)
    // What was typed as a password is no code.
    setTyped('')
    setFault(undefined)
  })
  useEffect(() => {
    if (isKnown || source === undefined) return undefined
    let isGone = false
    // Nearly everybody has a password: it is asked for until it is known, and if that cannot be read.
    source.find().then(
      (by) => isGone || by === 'password' || askInstead(by),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isKnown, source])
  const by = known?.by ?? found
  const point = () => (input.current ?? sender.current)?.focus()
  return {
    by,
    input,
    sender,
    typed,
    fault,
    sendDigits: known?.sendDigits ?? source?.sendDigits,
    point,
    write: (text: string) => {
      setTyped(text)
      setFault(undefined)
    },
    /** Says what is missing, if anything; `isPointed`: and leads there. Answers whether it can be sent. */
    check: (isPointed = true): boolean => {
      const isPassword = by === 'password'
      const isWhole = isPassword ? typed !== '' : hasSixDigits(typed)
      setFault(isWhole ? undefined : isPassword ? PASSWORD_MISSING : DIGITS_MISSING)
      if (!isWhole && isPointed) point()
      return isWhole
    },
    /** What the server said of it: `isWrong`, or that it cannot be tried now. What was typed stays, selected. */
    refuse: ({ isWrong, words }: { isWrong: boolean; words: string }): void => {
      setFault(isWrong && by !== 'password' ? WRONG_DIGITS : words)
      input.current?.focus()
      input.current?.select()
    },
  }
}

export type OwnProofState = ReturnType<typeof useOwnProof>
