import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import styles from './skeleton.module.css'

type SkeletonProps = ComponentProps<'div'> & {
  width?: string | number | undefined
  height?: string | number | undefined
  /** Width to height, as in CSS: "4/5". */
  ratio?: string | undefined
}

/** A placeholder for loading content. Hidden from screen readers: the surrounding region announces the loading. */
export function Skeleton({ width, height, ratio, className, style, ...rest }: SkeletonProps) {
  return (
    <div
      {...rest}
      aria-hidden="true"
      className={classNames(styles.skeleton, className)}
      style={{ width, height, aspectRatio: ratio, ...style }}
    />
  )
}
