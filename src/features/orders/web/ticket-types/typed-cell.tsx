import { type ComponentProps, useState } from 'react'

/** A field of a table row, labeled by the column header. It stores every typed letter while it has the focus. */
export function TypedCell(
  props: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
    'aria-label': string
    shown: string
    error: string | undefined
    errorId: string
    onTyped: (text: string) => void
    onLeft: () => void
  },
) {
  const { shown, error, errorId, onTyped, onLeft, 'aria-describedby': helpId, ...rest } = props
  const [typed, setTyped] = useState<string>()
  const describedBy = [error === undefined ? undefined : errorId, helpId].filter((id) => id !== undefined)
  return (
    <input
      {...rest}
      className="input"
      autoComplete="off"
      value={typed ?? shown}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={describedBy.length === 0 ? undefined : describedBy.join(' ')}
      onChange={(event) => {
        setTyped(event.target.value)
        onTyped(event.target.value)
      }}
      onBlur={() => {
        setTyped(undefined)
        onLeft()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Enter must not submit the form around it.
        event.preventDefault()
        onLeft()
      }}
    />
  )
}
