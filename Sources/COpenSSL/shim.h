#pragma once
/* SHA-256 is used by its own calls: EVP looks up its parts by name and keeps them on the heap, which
   costs more than hashing the short texts of a request. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

/* Macros that Swift cannot see. */

static inline long countersign_bio_contents(BIO *bio, char **start) {
  return BIO_get_mem_data(bio, start);
}

static inline int countersign_gcm_set_tag(EVP_CIPHER_CTX *context, void *tag, int length) {
  return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, length, tag);
}

static inline int countersign_gcm_get_tag(EVP_CIPHER_CTX *context, void *tag, int length) {
  return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, length, tag);
}
