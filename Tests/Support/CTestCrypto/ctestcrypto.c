#include "ctestcrypto.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

bool ctest_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]) {
  unsigned int length = 32;
  return EVP_Digest(bytes, count, digest, &length, EVP_sha256(), NULL) == 1;
}

bool ctest_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *message, size_t count,
                       uint8_t tag[32]) {
  unsigned int length = 32;
  return HMAC(EVP_sha256(), key, (int)key_count, message, count, tag, &length) != NULL;
}

bool ctest_ed25519_is_valid(const uint8_t public_key[32], const uint8_t *message, size_t count,
                            const uint8_t signature[64]) {
  EVP_PKEY *key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, public_key, 32);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool valid = key != NULL && context != NULL &&
               EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1 &&
               EVP_DigestVerify(context, signature, 64, message, count) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return valid;
}

bool ctest_ed25519_sign(const uint8_t seed[32], const uint8_t *message, size_t count,
                        uint8_t signature[64]) {
  EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, 32);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  size_t length = 64;
  bool made = key != NULL && context != NULL &&
              EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1 &&
              EVP_DigestSign(context, signature, &length, message, count) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return made;
}

bool ctest_ed25519_public_key(const uint8_t seed[32], uint8_t public_key[32]) {
  EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, 32);
  size_t length = 32;
  bool made = key != NULL && EVP_PKEY_get_raw_public_key(key, public_key, &length) == 1;
  EVP_PKEY_free(key);
  return made;
}
