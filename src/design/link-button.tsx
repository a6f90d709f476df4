import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { buttonClass, type ButtonLook } from './button-class'
import { Icon, type LucideIcon } from './icon'

type AnchorButtonProps = ComponentProps<'a'> & ButtonLook & { icon?: LucideIcon | undefined }

/** A plain link that looks like a button: downloads, other hosts, addresses the router does not know. */
export function AnchorButton({ icon, className, children, ...props }: AnchorButtonProps) {
  const { variant, size, full, flush, iconOnly, ...rest } = props
  return (
    <a {...rest} className={buttonClass({ variant, size, full, flush, iconOnly }, className)}>
      {icon && <Icon of={icon} />}
      {children}
    </a>
  )
}

/** A link of the router that looks like a button; `to`, `params` and `search` are checked by the compiler. */
export const LinkButton = createLink(AnchorButton)
