import { Search } from 'lucide-react'
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import { classNames } from './class-names'
import { Icon } from './icon'
import styles from './search-field.module.css'

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'onSubmit'> & {
  label: string
  value: string
  onValueChange: (value: string) => void
  /** Called on Enter. */
  onSearch?: ((value: string) => void) | undefined
  /** Focuses this field when "/" is pressed outside of a field. */
  shortcut?: boolean | undefined
}

// Safari supports the <search> element only since version 17.
const landmark = { role: 'search' } as const

function isTextInput(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="dialog"] *'))
  )
}

/** Reports text that the person typed before hydration, which React doesn't know. */
function useTextTypedBeforeHydration(
  input: RefObject<HTMLInputElement | null>,
  value: string,
  onValueChange: (value: string) => void,
): void {
  const isCaughtUp = useRef(false)
  useEffect(() => {
    if (isCaughtUp.current) return
    isCaughtUp.current = true
    const written = input.current?.value ?? value
    if (written !== value) onValueChange(written)
  }, [input, value, onValueChange])
}

export function SearchField(props: SearchFieldProps) {
  const { label, value, onValueChange, onSearch, shortcut = true, className, ...rest } = props
  const input = useRef<HTMLInputElement>(null)
  useTextTypedBeforeHydration(input, value, onValueChange)
  useEffect(() => {
    if (!shortcut) return undefined
    const focus = (event: KeyboardEvent) => {
      const isChord = event.ctrlKey || event.metaKey || event.altKey
      if (event.key !== '/' || isChord || event.defaultPrevented || isTextInput(event.target)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [shortcut])
  return (
    <form
      {...landmark}
      className={classNames(styles.search, className)}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch?.(value)
      }}
    >
      <Icon of={Search} />
      <input
        placeholder=" "
        name="q"
        {...rest}
        ref={input}
        className="input"
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut ? '/' : undefined}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
      {shortcut && (
        <span className={classNames('desktop-only', styles.shortcut)} aria-hidden="true">
          /
        </span>
      )}
    </form>
  )
}
