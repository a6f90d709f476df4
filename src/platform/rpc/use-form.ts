import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage, fieldErrors } from './errors'
import { proofFault } from './proof-fault'

/** A sentence for each field that has a fault. */
export type Faults = Readonly<Record<string, string | undefined>>

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] &
  string

export type FormOptions<Values, Answer, Input> = {
  /** What the fields hold until something is typed, and again after a success. */
  blank: Values
  /** `useKeptDraft`, for text that outlives the page. */
  kept?: {
    draft: Values | undefined
    keep: (change: (now: Values | undefined) => Partial<Values>) => void
    drop: () => void
  }
  /** Changes with every change of another field, such as the key of a request. */
  renew?: (now: Values) => Partial<Values>
  check?: (values: Values) => Faults
  /** In place of `check`, where the call takes something else than the values. Without an input nothing is sent. */
  parse?: (values: Values) => { faults: Faults; input?: Input | undefined }
  /** `useOwnProof`, for a change that needs the password or a code. */
  proof?: {
    check: (isPointed: boolean) => boolean
    refuse: (fault: { isWrong: boolean; words: string }) => void
  }
  /** For pages that watch for this call. */
  mutationKey?: readonly unknown[]
  send: (input: Input, values: Values) => Promise<Answer>
  /** The form is sending until this is done. */
  onDone?: (answer: Answer, sent: Values) => unknown
  /** The sentences of a refusal by field, where they aren't those that the server names. */
  faultsOf?: (error: unknown) => Faults
  /** Not called when the proof was refused, which its field says. */
  onError?: (error: unknown, about: { sent: Values; isAtField: boolean }) => unknown
  onSettled?: () => unknown
}

/**
 * One form and the call that it ends in. The input stays after a refusal. A field's fault appears on submit, and goes when that
 * field changes. `Form` and `FormDialog` take `submit`, and focus the first fault.
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
      const refused = proof && proofFault(error)
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

  /** Shows the faults; undefined with any, else what to send. */
  function read(form?: HTMLFormElement): { input: Input; values: Values } | undefined {
    const all = form ? typedInto(form, values) : values
    const found = parse ? parse(all) : { faults: check?.(all) ?? {}, input: all as unknown as Input }
    const isWell = isClean(found.faults)
    setFaults(found.faults)
    if (call.isError) call.reset()
    const isProven = proof?.check(isWell) ?? true
    return isProven && isWell && found.input !== undefined ? { input: found.input, values: all } : undefined
  }

  function submit(form?: HTMLFormElement): void {
    const all = call.isPending ? undefined : read(form)
    if (all) call.mutate(all)
  }

  const isShownByField =
    call.error === null || !isClean(faultsOf(call.error)) || (proof && proofFault(call.error) !== undefined)
  return {
    values,
    faults,
    setFaults,
    set,
    read,
    submit,
    /** Sends without a check, for what was checked before. */
    send: (input: Input, sent = parse ? values : (input as unknown as Values)) => {
      setFaults({})
      call.mutate({ input, values: sent })
    },
    isSending: call.isPending,
    error: call.error,
    answer: call.data,
    /** Forgets the last refusal, and every field's fault. */
    clear: () => {
      call.reset()
      setFaults({})
    },
    /** The last refusal, unless a field shows it. */
    sentence: isShownByField ? undefined : errorMessage(call.error),
    /** A field of text: an input, a text area or a select. */
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
    /** A field that holds its text itself, so that letters typed before the script ran are sent too. */
    native: (name: keyof Values & string) => ({ name, error: faults[name] }),
  }
}

const isClean = (faults: Faults): boolean => Object.values(faults).every((words) => words === undefined)

function partOf<Values>(name: keyof Values, value: unknown): Partial<Values> {
  // The name decides the type of the value, which callers of this file have checked.
  return { [name]: value } as Partial<Values>
}

/** Takes the text of each named control over the value of that name. */
function typedInto<Values extends object>(form: HTMLFormElement, values: Values): Values {
  const typed = new FormData(form)
  const texts = Object.keys(values).flatMap((name) => {
    const text = typed.get(name)
    return typeof text === 'string' ? [[name, text] as const] : []
  })
  return { ...values, ...Object.fromEntries(texts) }
}
