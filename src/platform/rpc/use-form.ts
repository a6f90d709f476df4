import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage, getFieldErrors } from './errors'
import { findReauthenticationError } from './reauthentication-error'

export type Problems = Readonly<Record<string, string | undefined>>

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] &
  string

export type FormOptions<Values, Result, Input> = {
  /** Initial values of the fields, restored after a success. */
  blank: Values
  /** A draft from `useStoredDraft`. Its text survives leaving the page. */
  stored?: {
    draft: Values | undefined
    keep: (change: (now: Values | undefined) => Partial<Values>) => void
    drop: () => void
  }
  /** Returns fields that must change whenever another field changes, such as an idempotency key. */
  renew?: (now: Values) => Partial<Values>
  check?: (values: Values) => Problems
  /**
   * Use it instead of `check` if the input of the call differs from the form's values. If it returns no input,
   * nothing is sent.
   */
  parse?: (values: Values) => { problems: Problems; input?: Input | undefined }
  /** State of `useReauthenticationField`, for changes that need the password or a code. */
  proof?: {
    check: (isPointed: boolean) => boolean
    refuse: (problem: { isWrong: boolean; message: string }) => void
  }
  /** The mutation key by which other components can watch the call. */
  mutationKey?: readonly unknown[]
  send: (input: Input, values: Values) => Promise<Result>
  /** Called after a success. The form counts as sending until the returned promise settles. */
  onDone?: (result: Result, sent: Values) => unknown
  /** Returns the messages of an error by field, to show instead of the server's messages. */
  findProblems?: (error: unknown) => Problems
  /** Called after an error, but not if the reauthentication was refused, which its own field shows. */
  onError?: (error: unknown, about: { sent: Values; isAtField: boolean }) => unknown
  onSettled?: () => unknown
}

/**
 * Manages a form and its call. The input stays after an error. Field errors appear on submit, and disappear when their
 * field changes. `Form` and `FormDialog` take `submit`, and focus the first error.
 */
export function useForm<Values extends object, Result = unknown, Input = Values>(
  options: FormOptions<Values, Result, Input>,
) {
  const { blank, stored, renew, check, parse, proof, findProblems = getFieldErrors } = options
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [problems, setProblems] = useState<Problems>({})
  const values: Values = stored ? (stored.draft ?? blank) : { ...blank, ...typed }

  const call = useMutation({
    ...(options.mutationKey && { mutationKey: options.mutationKey }),
    mutationFn: ({ input, values: sent }: { input: Input; values: Values }) => options.send(input, sent),
    onSuccess: async (result, { values: sent }) => {
      setProblems({})
      stored?.drop()
      await options.onDone?.(result, sent)
      setTyped({})
    },
    onError: (error, { values: sent }) => {
      const refused = proof && findReauthenticationError(error)
      if (refused) return proof.refuse(refused)
      const found = findProblems(error)
      setProblems(found)
      return options.onError?.(error, { sent, isAtField: !isClean(found) })
    },
    onSettled: () => options.onSettled?.(),
  })

  function setValues(part: Partial<Values>): void {
    const update = (now: Partial<Values> = {}) => ({ ...now, ...renew?.({ ...blank, ...now }), ...part })
    if (stored) stored.keep((now) => update(now ?? blank))
    else setTyped(update)
    setProblems((now) => ({
      ...now,
      ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])),
    }))
  }

  /** Validates and shows errors; returns the input to send, or undefined if there are errors. */
  function validate(form?: HTMLFormElement): { input: Input; values: Values } | undefined {
    const all = form ? mergeFormInput(form, values) : values
    const found = parse ? parse(all) : { problems: check?.(all) ?? {}, input: all as unknown as Input }
    const isWell = isClean(found.problems)
    setProblems(found.problems)
    if (call.isError) call.reset()
    const isReauthenticationComplete = proof?.check(isWell) ?? true
    return isReauthenticationComplete && isWell && found.input !== undefined
      ? { input: found.input, values: all }
      : undefined
  }

  function submit(form?: HTMLFormElement): void {
    const all = call.isPending ? undefined : validate(form)
    if (all) call.mutate(all)
  }

  const isShownByField =
    call.error === null ||
    !isClean(findProblems(call.error)) ||
    (proof && findReauthenticationError(call.error) !== undefined)
  return {
    values,
    problems,
    setProblems,
    set: setValues,
    read: validate,
    submit,
    /** Sends input that was validated before. */
    send: (input: Input, sent = parse ? values : (input as unknown as Values)) => {
      setProblems({})
      call.mutate({ input, values: sent })
    },
    isSending: call.isPending,
    error: call.error,
    result: call.data,
    clear: () => {
      call.reset()
      setProblems({})
    },
    /** Message of the last error, unless a field shows it. */
    sentence: isShownByField ? undefined : getErrorMessage(call.error),
    /** Props of a controlled text field: an input, text area or select. */
    text: (name: TextName<Values>) => ({
      value: String(values[name]),
      error: problems[name],
      onChange: ({ target }: { target: { value: string } }) =>
        setValues(toPartialValues<Values>(name, target.value)),
    }),
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      error: problems[name],
      onValueChange: (value: Values[Name]) => setValues(toPartialValues<Values>(name, value)),
    }),
    /** Props of an uncontrolled field. Text typed before hydration is sent, too. */
    native: (name: keyof Values & string) => ({ name, error: problems[name] }),
  }
}

const isClean = (problems: Problems): boolean =>
  Object.values(problems).every((message) => message === undefined)

function toPartialValues<Values>(name: keyof Values, value: unknown): Partial<Values> {
  // TypeScript can't infer that the name matches the type of the value, but callers ensure it.
  return { [name]: value } as Partial<Values>
}

/** Overrides values with the text of the form's named controls. */
function mergeFormInput<Values extends object>(form: HTMLFormElement, values: Values): Values {
  const typed = new FormData(form)
  const texts = Object.keys(values).flatMap((name) => {
    const text = typed.get(name)
    return typeof text === 'string' ? [[name, text] as const] : []
  })
  return { ...values, ...Object.fromEntries(texts) }
}
