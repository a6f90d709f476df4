import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage, fieldErrors } from './errors'
import { findReauthenticationError } from './reauthentication-error'

export type Faults = Readonly<Record<string, string | undefined>>

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] &
  string

export type FormOptions<Values, Answer, Input> = {
  /** Initial values of the fields, restored after a success. */
  blank: Values
  /** A draft from `useStoredDraft`, for text that survives leaving the page. */
  kept?: {
    draft: Values | undefined
    keep: (change: (now: Values | undefined) => Partial<Values>) => void
    drop: () => void
  }
  /** Fields to update whenever another field changes, such as an idempotency key. */
  renew?: (now: Values) => Partial<Values>
  check?: (values: Values) => Faults
  /** Replaces `check` if the call's input differs from the values. Without an input nothing is sent. */
  parse?: (values: Values) => { faults: Faults; input?: Input | undefined }
  /** State of `useReauthentication`, for changes that need the password or a code. */
  proof?: {
    check: (isPointed: boolean) => boolean
    refuse: (error: { isWrong: boolean; message: string }) => void
  }
  /** Identifies the call for pages that observe it. */
  mutationKey?: readonly unknown[]
  send: (input: Input, values: Values) => Promise<Answer>
  /** Runs after a success; the form counts as sending until it resolves. */
  onDone?: (answer: Answer, sent: Values) => unknown
  /** Returns the messages of a refusal by field, if they differ from the server's. */
  faultsOf?: (error: unknown) => Faults
  /** Not called for a refused reauthentication, which its field shows. */
  onError?: (error: unknown, about: { sent: Values; isAtField: boolean }) => unknown
  onSettled?: () => unknown
}

/**
 * Manages a form and its call. Input stays after a refusal. Field errors appear on submit and disappear when their
 * field changes. `Form` and `FormDialog` take `submit` and focus the first error.
 */
export function useForm<Values extends object, Answer = unknown, Input = Values>(
  options: FormOptions<Values, Answer, Input>,
) {
  const { blank, kept, renew, check, parse, proof, faultsOf = fieldErrors } = options
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [faults, setFaults] = useState<Faults>({})
  const values: Values = kept ? (kept.draft ?? blank) : { ...blank, ...typed }

  const call = useMutation({
    ...(options.mutationKey && { mutationKey: options.mutationKey }),
    mutationFn: ({ input, values: sent }: { input: Input; values: Values }) => options.send(input, sent),
    onSuccess: async (answer, { values: sent }) => {
      setFaults({})
      kept?.drop()
      await options.onDone?.(answer, sent)
      setTyped({})
    },
    onError: (error, { values: sent }) => {
      const refused = proof && findReauthenticationError(error)
      if (refused) return proof.refuse(refused)
      const said = faultsOf(error)
      setFaults(said)
      return options.onError?.(error, { sent, isAtField: !isClean(said) })
    },
    onSettled: () => options.onSettled?.(),
  })

  function set(part: Partial<Values>): void {
    const changed = (now: Partial<Values> = {}) => ({ ...now, ...renew?.({ ...blank, ...now }), ...part })
    if (kept) kept.keep((now) => changed(now ?? blank))
    else setTyped(changed)
    setFaults((now) => ({
      ...now,
      ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])),
    }))
  }

  /** Validates and shows errors; returns the input to send, or undefined if there are errors. */
  function read(form?: HTMLFormElement): { input: Input; values: Values } | undefined {
    const all = form ? typedInto(form, values) : values
    const found = parse ? parse(all) : { faults: check?.(all) ?? {}, input: all as unknown as Input }
    const isWell = isClean(found.faults)
    setFaults(found.faults)
    if (call.isError) call.reset()
    const isReauthenticationComplete = proof?.check(isWell) ?? true
    return isReauthenticationComplete && isWell && found.input !== undefined
      ? { input: found.input, values: all }
      : undefined
  }

  function submit(form?: HTMLFormElement): void {
    const all = call.isPending ? undefined : read(form)
    if (all) call.mutate(all)
  }

  const isShownByField =
    call.error === null ||
    !isClean(faultsOf(call.error)) ||
    (proof && findReauthenticationError(call.error) !== undefined)
  return {
    values,
    faults,
    setFaults,
    set,
    read,
    submit,
    /** Sends without validation, for input validated before. */
    send: (input: Input, sent = parse ? values : (input as unknown as Values)) => {
      setFaults({})
      call.mutate({ input, values: sent })
    },
    isSending: call.isPending,
    error: call.error,
    answer: call.data,
    clear: () => {
      call.reset()
      setFaults({})
    },
    /** The last refusal, unless a field shows it. */
    sentence: isShownByField ? undefined : errorMessage(call.error),
    /** Props of a controlled text field: an input, text area or select. */
    text: (name: TextName<Values>) => ({
      value: String(values[name]),
      error: faults[name],
      onChange: ({ target }: { target: { value: string } }) => set(partOf<Values>(name, target.value)),
    }),
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      error: faults[name],
      onValueChange: (value: Values[Name]) => set(partOf<Values>(name, value)),
    }),
    /** Props of an uncontrolled field, which also sends text typed before hydration. */
    native: (name: keyof Values & string) => ({ name, error: faults[name] }),
  }
}

const isClean = (faults: Faults): boolean => Object.values(faults).every((words) => words === undefined)

function partOf<Values>(name: keyof Values, value: unknown): Partial<Values> {
  // TypeScript can't infer it; callers have checked that the name matches the value's type.
  return { [name]: value } as Partial<Values>
}

/** Overrides values with the text of the form's named controls. */
function typedInto<Values extends object>(form: HTMLFormElement, values: Values): Values {
  const typed = new FormData(form)
  const texts = Object.keys(values).flatMap((name) => {
    const text = typed.get(name)
    return typeof text === 'string' ? [[name, text] as const] : []
  })
  return { ...values, ...Object.fromEntries(texts) }
}
