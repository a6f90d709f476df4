import type { ComponentProps, MouseEvent } from 'react'
import { buttonClass, type ButtonLook } from './button-class'
import { Icon, type LucideIcon } from './icon'
import { Spinner } from './spinner'
import styles from './button.module.css'

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: LucideIcon | undefined
    /** The verb while the work runs ("Saving"). The button keeps width and focus, and swallows presses. */
    busy?: string | false | undefined
  }

/**
 * A button of type `button` unless told otherwise. `disabled` takes it out of the tab order;
 * `aria-disabled` leaves it there to be found and explained, and swallows presses all the same.
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
      // also keeps a submit button from submitting a second time
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
