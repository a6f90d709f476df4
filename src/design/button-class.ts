import styles from './button.module.css'
import { classNames } from './class-names'

export type ButtonVariant = 'primary' | 'solid' | 'quiet' | 'outline' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'
export type ButtonAppearance = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  full?: boolean | undefined
  /**
   * Aligns the button's label with the edge of its row instead of its padding: `true` at the end, 'start' at the start.
   */
  flush?: boolean | 'start' | undefined
  iconOnly?: boolean | undefined
}

const variants: Record<ButtonVariant, string | undefined> = {
  primary: styles.primary,
  solid: styles.solid,
  quiet: undefined,
  outline: styles.outline,
  ghost: styles.ghost,
  danger: styles.danger,
}

const sizes: Record<ButtonSize, string | undefined> = {
  sm: styles.small,
  md: undefined,
  lg: styles.large,
}

/** Returns the class names of a button, for elements other than our Button. */
export function buttonClass(
  { variant = 'quiet', size = 'md', full, flush, iconOnly }: ButtonAppearance,
  className?: string,
) {
  return classNames(
    'button',
    styles.button,
    variants[variant],
    sizes[size],
    full && styles.full,
    flush && styles.flush,
    flush === 'start' && styles.flushStart,
    iconOnly && styles.iconOnly,
    className,
  )
}
