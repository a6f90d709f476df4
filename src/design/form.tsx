import { TriangleAlert } from 'lucide-react'
import { type ComponentProps, type RefObject, useEffect, useReducer, useRef } from 'react'
import { Note } from './note'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & {
  ref?: RefObject<HTMLFormElement | null> | undefined
  isBusy?: boolean | undefined
  isOff?: boolean | undefined
  /** Scrolls an error to the middle: in a tall dialog it can be out of sight. */
  isCentered?: boolean | undefined
  onSubmit: (form: HTMLFormElement) => void
}

/** Returns the first field marked as invalid: a field itself, or a group or button with `data-invalid`. */
export function findInvalidField(root: ParentNode | null): HTMLElement | null {
  return (
    root?.querySelector<HTMLElement>(
      '[aria-invalid="true"], button[data-invalid], [data-invalid] :is(button, input)',
    ) ?? null
  )
}

/**
 * A form submitted by script. After an error it focuses the first invalid field, unless the person has continued
 * typing.
 */
export function Form({
  ref,
  isBusy = false,
  isOff = false,
  isCentered = false,
  onSubmit,
  ...rest
}: FormProps) {
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
  const isExpecting = useRef(false)
  // Forces a render per submit: otherwise a second submit with the same errors would not render.
  const [, countSubmit] = useReducer((count: number) => count + 1, 0)
  // Runs after each render, since the server's response arrives several renders after the submit.
  useEffect(() => {
    if (!isExpecting.current || isBusy) return
    const field = findInvalidField(form.current)
    const problem = field ?? (isCentered ? form.current?.querySelector<HTMLElement>('[role="alert"]') : null)
    if (!problem) return
    isExpecting.current = false
    field?.focus({ preventScroll: isCentered })
    if (isCentered) problem.scrollIntoView({ block: 'center' })
  })
  return (
    <form
      {...rest}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog's form can be inside a form of the page.
        event.stopPropagation()
        if (isBusy || isOff) return
        isExpecting.current = true
        countSubmit()
        onSubmit(event.currentTarget)
      }}
      onInput={() => (isExpecting.current = false)}
    />
  )
}

/** A form-level error; renders nothing without text. */
export function FormError({ text, isNote }: { text: string | undefined; isNote?: boolean }) {
  if (text === undefined) return null
  if (!isNote)
    return (
      <p className="field-error" role="alert">
        {text}
      </p>
    )
  return (
    <Note tone="red" icon={TriangleAlert} role="alert">
      {text}
    </Note>
  )
}
