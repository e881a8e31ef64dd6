/**
 * In place of `hoist-non-react-statics`, which Emotion brings for `withTheme`: nobody here wraps a component with it
 * (1.5 KB).
 */
export default function keep<Target>(target: Target): Target {
  return target;
}
