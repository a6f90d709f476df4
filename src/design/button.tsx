import type { ComponentProps, MouseEvent } from 'react'
import { buttonClass, type ButtonAppearance } from './button-class'
import { Icon, type LucideIcon } from './icon'
import { Spinner } from './spinner'
import styles from './button.module.css'

export type ButtonProps = ComponentProps<'button'> &
  ButtonAppearance & {
    icon?: LucideIcon | undefined
    /** Verb shown while the action runs ("Saving"). The button keeps its width and focus, and ignores presses. */
    busy?: string | false | undefined
  }

/**
 * A button, of type `button` by default. `disabled` removes it from the tab order; `aria-disabled` keeps it focusable
 * so that it can be found and explained, and ignores presses.
 */
export function Button({
  variant,
  size,
  full,
  flush,
  iconOnly,
  icon,
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isOff = Boolean(busy) || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isOff) {
      // Also keeps a submit button from submitting twice.
      event.preventDefault()
      event.stopPropagation()
    } else onClick?.(event)
  }
  const label = (
    <>
      {icon && <Icon of={icon} />}
      {children}
    </>
  )
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, full, flush, iconOnly }, className)}
      onClick={press}
      aria-busy={busy ? true : undefined}
      aria-disabled={isOff || undefined}
    >
      {busy ? (
        <>
          <span className={styles.idle}>{label}</span>
          <span className={styles.busy}>
            <span>
              <Spinner />
            </span>
            <span>{busy}</span>
          </span>
        </>
      ) : (
        label
      )}
    </button>
  )
}
