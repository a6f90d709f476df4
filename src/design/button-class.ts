import { classNames } from './class-names'

export type ButtonVariant = 'primary' | 'solid' | 'quiet' | 'outline' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'
export type ButtonLook = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  full?: boolean | undefined
}

const variants: Record<ButtonVariant, string> = {
  primary: 'pri',
  solid: 'inv',
  quiet: '',
  outline: 'out',
  ghost: 'gho',
  danger: 'dan',
}

/** The classes of a button, for a tag that is not one of ours. */
export function buttonClass(
  { variant = 'quiet', size = 'md', full = false }: ButtonLook,
  className?: string | undefined,
) {
  return classNames('btn', variants[variant], size !== 'md' && size, full && 'full', className)
}
