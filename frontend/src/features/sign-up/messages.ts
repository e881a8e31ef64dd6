/** Words of the sign-up screen (docs/product.md, "Sign-up"). */
export const signUpText = {
  title: 'Create Account',
  lead: 'One account for every team that you work in.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Messaging phone',
  phoneHint: 'Teammates reach you here, such as 01001234567',
  password: 'Password',
  confirm: 'Confirm password',
  submit: 'Create Account',
  unsaved: 'Your new account',
  haveAccount: 'You have an account?',
  logIn: 'Back to Login',
  passwordRequired: 'Password is required',
  mismatch: 'Passwords do not match',
  /** The CAPTCHA is a proof of work: the person clicks nothing, and no other server is asked. */
  protected: 'Protected from machines: your browser does a short calculation by itself. Nobody else is asked.',
  checking: 'Checking that you are a person…',
  checkFailed: 'Your browser could not show that you are a person, please try again',
};
